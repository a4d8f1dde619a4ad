import "@testing-library/jest-dom";
import { TextEncoder } from "node:util";
import { configure } from "@testing-library/react";
import { learnEnglish } from "../browser-words";

// A busy machine stands still for a second now and then.
configure({ asyncUtilTimeout: 10_000 });

// Every browser has these, jsdom does not.
globalThis.TextEncoder ??= TextEncoder;
globalThis.PointerEvent ??= class extends MouseEvent {} as typeof PointerEvent;

// As pages do, also for what is tested without one.
learnEnglish();

// jsdom reads blobs by FileReader alone.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};
