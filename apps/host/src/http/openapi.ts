import { errorBodySchema } from "@hindcast/replay-protocol/http";
import * as z from "zod";
import { type ErrorCode, errorDefinition } from "../errors/error-codes.ts";
import { type ApiRoute, routeList } from "./route-table.ts";

const commonErrors: readonly ErrorCode[] = [
	"bad-request",
	"host-not-allowed",
	"internal-error",
	"storage-failed",
];
let made: object | undefined;

/** The API as an OpenAPI 3.1 document, generated from the route table and its zod schemas. */
export function openApiDocument(): object {
	made ??= {
		openapi: "3.1.0",
		info: {
			title: "Hindcast host",
			version: "1",
			description: "Loopback API of the Hindcast host. No route reaches a robot.",
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: "/" }],
		paths: Object.fromEntries(
			routeList().map((route) => [route.path, { [route.method.toLowerCase()]: operation(route) }]),
		),
		components: { schemas: { Error: jsonSchema(errorBodySchema) } },
	};
	return made;
}

function operation(route: ReturnType<typeof routeList>[number]): object {
	return {
		operationId: route.name,
		summary: route.summary,
		parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
		...(route.request === undefined ? {} : { requestBody: uploadBody(route.request) }),
		...(route.body === undefined ? {} : { requestBody: jsonBody(route.body) }),
		responses: { "200": success(route), ...byteResponses(route), ...errorResponses(route) },
	};
}

function pathParameters({ path }: ApiRoute): object[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
		name,
		in: "path",
		required: true,
		schema: { type: "string" },
	}));
}

function queryParameters({ query }: ApiRoute): object[] {
	return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
		name,
		in: "query",
		required: false,
		schema: jsonSchema(schema),
	}));
}

function headerParameters({ request }: ApiRoute): object[] {
	if (request === undefined) return [];
	return [
		{
			name: "x-replay-encoding",
			in: "header",
			description: "Encoding of a body that is the replay; told from the bytes where absent.",
			schema: { enum: ["npz", "json", "msgpack"] },
		},
		{
			name: "x-replay-request",
			in: "header",
			description: "base64url of the JSON body without artifact, for bodies that are the replay.",
			schema: { type: "string" },
		},
	];
}

function uploadBody(request: z.ZodObject): object {
	const withArtifact = request.extend({ artifact: z.looseObject({}).optional() });
	return {
		required: true,
		content: {
			"application/json": { schema: jsonSchema(withArtifact, "input") },
			...Object.fromEntries(
				["application/octet-stream", "application/msgpack"].map((contentMediaType) => [
					contentMediaType,
					{ schema: { type: "string", contentMediaType } },
				]),
			),
		},
	};
}

function jsonBody(body: z.ZodObject): object {
	return { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } };
}

function success({ answer, jsonAnswer }: ApiRoute): object {
	if (answer === "bytes") {
		return {
			description: "The bytes, with their digest as strong ETag.",
			content: {
				"application/octet-stream": {},
				...(jsonAnswer === undefined ? {} : { "application/json": { schema: jsonSchema(jsonAnswer) } }),
			},
		};
	}
	const schema = answer === "json" ? { type: "object" } : jsonSchema(answer);
	return { description: "The answer.", content: { "application/json": { schema } } };
}

function byteResponses({ answer }: ApiRoute): object {
	if (answer !== "bytes") return {};
	return {
		"206": { description: "One range of the bytes." },
		"304": { description: "If-None-Match names these bytes." },
	};
}

function errorResponses(route: ApiRoute): object {
	const origin: ErrorCode[] = route.method === "POST" ? ["cross-origin-request"] : [];
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of [...commonErrors, ...origin, ...route.errors]) {
		const { status } = errorDefinition(code);
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return Object.fromEntries(
		[...byStatus].map(([status, codes]) => [
			String(status),
			{
				description: codes.map((code) => `\`${code}\`: ${errorDefinition(code).message}`).join(" "),
				content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
			},
		]),
	);
}

function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): object {
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
	return rest;
}
