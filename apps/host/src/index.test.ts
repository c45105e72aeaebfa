import { expect, it } from "vitest";
import * as host from "./index.ts";

it("exports exactly these names", () => {
	expect(Object.keys(host).sort()).toEqual([
		"PortBusyError",
		"StorageError",
		"createHost",
		"isPortBusyError",
		"isStorageError",
		"seedBooks",
	]);
});
