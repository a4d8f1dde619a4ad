import { imageFile } from "@/tests/support/images";
import { checkImageFile, MAX_IMAGE_BYTES } from "./file-check";

const TOO_MANY_BYTES = MAX_IMAGE_BYTES + 1;

it.each([
  ["a JPEG named .HEIC", imageFile("jpeg", "IMG_1.HEIC"), "IMG_1.jpg", "image/jpeg"],
  ["image/jpg", imageFile("jpeg", "a.jpg", "image/jpg"), "a.jpg", "image/jpeg"],
  ["octet-stream", imageFile("png", "b", "application/octet-stream"), "b.png", "image/png"],
  ["a GIF", imageFile("gif", "c.gif", "image/gif"), "c.gif", "image/gif"],
])("accepts %s under what it is", async (_, file, name, type) => {
  const { file: checked } = await checkImageFile(file);
  expect([checked?.name, checked?.type]).toEqual([name, type]);
});

const cut = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], "a.jpg");
it.each([
  ["a HEIC named .jpg", imageFile("heic", "a.jpg", "image/jpeg"), "heic"],
  ["a PDF named .png", imageFile("pdf", "a.png", "image/png"), "notImage"],
  ["an empty file", new File([], "a.png", { type: "image/png" }), "empty"],
  ["a JPEG that is cut off", cut, "broken"],
  ["a file of too many bytes", imageFile("png", "a.png", "", TOO_MANY_BYTES), "tooLarge"],
])(
  "refuses %s with its own cause where the browser reads it no better",
  async (_, file, problem) => {
    expect(await checkImageFile(file)).toEqual({ problem });
  },
);

describe("in a browser that reads it", () => {
  let size = { width: 4032, height: 3024 };
  const drawn: number[][] = [];
  beforeEach(() => {
    drawn.length = 0;
    const bitmap = { ...size, close: () => undefined };
    globalThis.createImageBitmap = (async () => ({ ...bitmap, ...size })) as never;
    jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
      fillRect: () => undefined,
      drawImage: (_: unknown, ...place: number[]) => drawn.push(place),
    } as never);
    jest
      .spyOn(HTMLCanvasElement.prototype, "toBlob")
      .mockImplementation((done) => done(new Blob(["jpeg"], { type: "image/jpeg" })));
  });
  afterEach(() => {
    size = { width: 4032, height: 3024 };
    Reflect.deleteProperty(globalThis, "createImageBitmap");
  });

  it.each([
    ["a HEIC", imageFile("heic", "IMG_2.HEIC", "image/heic")],
    ["a photo of too many bytes", imageFile("jpeg", "IMG_2.jpeg", "image/jpeg", TOO_MANY_BYTES)],
  ])("%s becomes a JPEG", async (_, file) => {
    const { file: made } = await checkImageFile(file);
    expect(made?.type).toBe("image/jpeg");
    expect(made?.name).toMatch(/^IMG_2\.jpe?g$/);
    expect(drawn).toEqual([[0, 0, 4032, 3024]]);
  });

  it("shrinks a picture of more pixels than the server takes", async () => {
    size = { width: 9000, height: 6750 };
    const { file } = await checkImageFile(imageFile("png", "a.png", "image/png"));
    expect([file?.name, drawn]).toEqual(["a.jpg", [[0, 0, 4096, 3072]]]);
  });

  it("refuses what it can't read after all", async () => {
    globalThis.createImageBitmap = () => Promise.reject(new Error("InvalidStateError"));
    expect(await checkImageFile(imageFile("png", "a.png"))).toEqual({ problem: "broken" });
    expect(await checkImageFile(imageFile("pdf", "a.pdf"))).toEqual({ problem: "notImage" });
  });
});
