/** How the program ends; documented by `hindcast help exit-codes` and in the README. */
export const exitCode = {
	/** Everything was done; advisories may have been found. */
	ok: 0,
	/** The content was refused: something blocks, or (`--strict`) an advisory was found. */
	blocked: 1,
	/** The command line says something that the program does not know. */
	usage: 2,
	/** A file could not be read or written, or a host could not be reached. */
	io: 3,
	/** A fault of the program itself. */
	internal: 70,
	/** Stopped by SIGINT; nothing half-written is left. */
	interrupted: 130,
	/** The reader of the output went away. */
	closedPipe: 141,
} as const;

/** A number with which the program ends. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The text of `hindcast help exit-codes`. */
export const exitCodesHelp = `Exit codes

    0  done; advisories do not count, unless --strict is given
    1  refused: the content blocks, a conversion or a public copy could not be made, or a host said no
    2  usage: unknown command, option or value
    3  a file could not be read or written, or a host could not be reached
   70  a fault of the program; please report it
  130  interrupted; no partial file is left
  141  the reader of a pipe went away

Of several files the worst counts: 3 before 1 before 0.
`;
