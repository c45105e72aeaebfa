/** Whether numbers lie in this machine's memory as our files have them: least significant byte first. */
export const hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
