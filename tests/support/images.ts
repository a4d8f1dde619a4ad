const KINDS = {
  png: [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0,
  ],
  jpeg: [0xff, 0xd8, 0xff, 0xd9],
  gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x3b],
  heic: [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63, 0, 0, 0, 0],
  pdf: [0x25, 0x50, 0x44, 0x46],
};

/** A file of the first and last bytes that its kind has, whatever its name and type say, and of any size. */
export function imageFile(kind: keyof typeof KINDS, name: string, type = "", size?: number): File {
  const file = new File([new Uint8Array(KINDS[kind])], name, { type });
  if (size !== undefined) Object.defineProperty(file, "size", { value: size });
  return file;
}
