import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { imageFile } from "@/tests/support/images";
import { renderUi } from "@/tests/support/screens/render";
import { FileDrop, type FileDropProps } from "./file-drop";

beforeAll(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

const MEGABYTE = 1024 * 1024;

function Holder(props: Partial<FileDropProps>) {
  const [file, setFile] = useState<File | null>(null);
  return <FileDrop label="Screenshot" file={file} onFileChange={setFile} {...props} />;
}

function pick(file: File) {
  const input = screen.getByLabelText("Choose image", { selector: "input" });
  fireEvent.change(input, { target: { files: [file] } });
}

it.each([
  [imageFile("heic", "a.jpg", "image/jpeg"), /HEIC photo/],
  [imageFile("pdf", "a.png", "image/png"), "Please upload an image file"],
  [imageFile("png", "empty.png", "image/png", 0), "This file is empty"],
  [new File([new Uint8Array([0xff, 0xd8, 0xff])], "cut.jpg"), "This image is cut off or damaged"],
  [imageFile("png", "b.png", "", 10 * MEGABYTE + 1), "File size must be less than 10MB"],
])("refuses %p before any upload", async (file, text) => {
  renderUi(<Holder />);
  pick(file);
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(text));
  expect(screen.queryByText(file.name)).not.toBeInTheDocument();
});

it("shows the picked file and lets it be removed", async () => {
  renderUi(<Holder />);
  pick(imageFile("png", "proof.png", "image/png", 10 * MEGABYTE));
  expect(await screen.findByText("proof.png")).toBeVisible();
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

it("takes a dropped file", async () => {
  renderUi(<Holder />);
  fireEvent.drop(screen.getByRole("group"), {
    dataTransfer: { files: [imageFile("gif", "dropped.gif", "image/gif")] },
  });
  expect(await screen.findByText("dropped.gif")).toBeVisible();
});

it("shows real progress with Cancel, and keeps the file with Retry on failure", async () => {
  const file = imageFile("jpeg", "proof.jpg", "image/jpeg");
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
