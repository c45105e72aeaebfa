import { spawnSync } from "node:child_process";

/** The Python that reference tests call: `HINDCAST_PYTHON`, else `python3`. */
export const python = process.env["HINDCAST_PYTHON"] ?? "python3";

/** Whether that Python has NumPy; suites that need it skip themselves with `describe.skipIf(!numpyAvailable)`. */
export const numpyAvailable = spawnSync(python, ["-c", "import numpy"]).status === 0;
