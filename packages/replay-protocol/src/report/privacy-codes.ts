import { type DiagnosticDefinition, define } from "./define-code.ts";

const publicOnly = "the artifact is judged as public";

/**
 * What must not be in a public artifact. `params.kind` says which rule hit; the value itself is in no path, param or
 * message of any of these.
 */
export const privacyCodes = {
	"private-path": define(
		"either",
		"a text holds an absolute path, a drive, a share, a file URI or a path that climbs out of its folder",
		["kind"],
		"Name the source by a label, not by where it lies.",
		[],
		publicOnly,
	),
	"home-path": define(
		"either",
		"a text holds a path in a home directory",
		["kind"],
		"Name the source by a label, not by where it lies.",
		["private-path"],
		publicOnly,
	),
	"url-credentials": define(
		"either",
		"a URL carries a user, a password, a token or a signature",
		["kind"],
		"Remove the credentials, and revoke them if they were shared.",
		["url-private-host", "ip-address", "email-address"],
		publicOnly,
	),
	"url-private-host": define(
		"either",
		"a URL names a host that only its own network knows",
		["kind"],
		"Remove the address.",
		["ip-address"],
		publicOnly,
	),
	"ip-address": define(
		"either",
		"a text holds an IP address",
		["kind"],
		"Remove the address; name machines by role.",
		[],
		publicOnly,
	),
	"hostname-local": define(
		"either",
		"a text holds the name of a machine of a local network",
		["kind"],
		"Remove the name; name machines by role.",
		[],
		publicOnly,
	),
	"email-address": define(
		"either",
		"a text holds a mail address",
		["kind"],
		"Name people by role.",
		[],
		publicOnly,
	),
	"device-identifier": define(
		"either",
		"a text holds a hardware address, a device file or a serial number",
		["kind"],
		"Remove it; robot_id tells robots apart.",
		["private-path", "private-metadata-key"],
		publicOnly,
	),
	"secret-like": define(
		"either",
		"a key is named like a secret, or a text holds a private key or a token",
		["kind"],
		"Remove it, and revoke it if it was shared.",
		["private-metadata-key"],
		publicOnly,
	),
	"private-metadata-key": define(
		"either",
		"something is not on the public list: a metadata key at any depth, a source_label that is more than a label, an array of texts by its name, or content that the protocol does not know",
		["kind"],
		"Export with sanitizeReplay, which keeps the public part only.",
		["secret-like", "unknown-array", "array-ignored"],
		publicOnly,
	),
	"source-file-name": define(
		"advisory",
		"a text is the name of a source file, which tells where the data came from",
		["kind"],
		"Use a label instead of a file name.",
	),
} as const satisfies Record<string, DiagnosticDefinition>;
