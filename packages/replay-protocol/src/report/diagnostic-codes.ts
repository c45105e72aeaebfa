import { declarationCodes } from "./declaration-codes.ts";
import type { DiagnosticDefinition } from "./define-code.ts";
import { linkageCodes } from "./linkage-codes.ts";
import { privacyCodes } from "./privacy-codes.ts";
import { structureCodes } from "./structure-codes.ts";
import { valueCodes } from "./value-codes.ts";

const tables = { ...structureCodes, ...valueCodes, ...declarationCodes, ...linkageCodes, ...privacyCodes };

/** Every code a report may hold, in the order of the documentation. Codes never change meaning. */
export const diagnosticCodes: Readonly<Record<keyof typeof tables, DiagnosticDefinition>> = tables;

/** A code of {@link diagnosticCodes}. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
