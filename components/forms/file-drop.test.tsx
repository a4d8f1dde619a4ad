import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { renderUi } from "@/tests/support/screens/render";
import { FileDrop, type FileDropProps } from "./file-drop";

beforeAll(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

const MEGABYTE = 1024 * 1024;

function image(name: string, type: string, size = MEGABYTE): File {
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
}

function Holder(props: Partial<FileDropProps>) {
  const [file, setFile] = useState<File | null>(null);
  return <FileDrop label="Screenshot" file={file} onFileChange={setFile} {...props} />;
}

function pick(file: File) {
  const input = screen.getByLabelText("Choose image", { selector: "input" });
  fireEvent.change(input, { target: { files: [file] } });
}

it.each([
  [image("a.heic", "image/heic"), /HEIC photo/],
  [image("IMG_1.HEIC", ""), /HEIC photo/],
  [image("a.pdf", "application/pdf"), "Please upload an image file"],
  [image("a.svg", "image/svg+xml"), "Please upload an image file"],
  [image("empty.png", "image/png", 0), "Please upload an image file"],
  [image("a.png", "image/png", 10 * MEGABYTE + 1), "File size must be less than 10MB"],
])("refuses %p before any upload", (file, text) => {
  renderUi(<Holder />);
  pick(file);
  expect(screen.getByRole("alert")).toHaveTextContent(text);
  expect(screen.queryByText(file.name)).not.toBeInTheDocument();
});

it("shows the picked file and lets it be removed", async () => {
  renderUi(<Holder />);
  pick(image("proof.png", "image/png", 10 * MEGABYTE));
  expect(screen.getByText("proof.png")).toBeVisible();
  expect(screen.getByRole("img", { name: "Preview of the chosen image" })).toHaveAttribute(
    "src",
    "blob:preview",
  );
  await userEvent.click(screen.getByRole("button", { name: "Remove image" }));
  expect(screen.queryByText("proof.png")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Choose image" })).toHaveFocus();
});

it("has one input, which asks for the camera only by the camera's button", async () => {
  const { container } = renderUi(<Holder />);
  const inputs = [...container.querySelectorAll("input")];
  expect(inputs).toHaveLength(1);
  const asked: unknown[] = [];
  for (const input of inputs) {
    input.click = () => asked.push([input.getAttribute("capture"), input.accept]);
  }
  for (const name of ["Choose image", "Take photo", "Choose image"]) {
    await userEvent.click(screen.getByRole("button", { name }));
  }
  const files = [null, expect.stringContaining("image/png")];
  expect(asked).toEqual([files, ["environment", "image/*"], files]);
});

it("takes a dropped file", () => {
  renderUi(<Holder />);
  fireEvent.drop(screen.getByRole("group"), {
    dataTransfer: { files: [image("dropped.gif", "image/gif")] },
  });
  expect(screen.getByText("dropped.gif")).toBeVisible();
});

it("shows real progress with Cancel, and keeps the file with Retry on failure", async () => {
  const file = image("proof.jpg", "image/jpeg");
  const cancel = jest.fn();
  const retry = jest.fn();
  const { rerender } = renderUi(
    <FileDrop
      label="S"
      file={file}
      onFileChange={() => {}}
      progress={0.42}
      onCancelUpload={cancel}
    />,
  );
  expect(screen.getByRole("progressbar", { name: "Upload progress" })).toHaveValue(42);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(cancel).toHaveBeenCalledTimes(1);
  rerender(
    <FileDrop
      label="S"
      file={file}
      onFileChange={() => {}}
      error="Network error"
      onRetry={retry}
    />,
  );
  expect(screen.getByText("proof.jpg")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledTimes(1);
});
