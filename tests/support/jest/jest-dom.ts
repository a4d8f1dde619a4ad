import "@testing-library/jest-dom";
import { TextEncoder } from "node:util";
import { configure } from "@testing-library/react";
import * as React from "react";
import { learnEnglish } from "@/tests/support/words/browser-words";

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

// jsdom asks each label of the document for its control, and for that walks the whole document again: for every field
// that is looked for by its name, which was a sixth of the time of all tests here.
const LABELABLE = "button, input:not([type=hidden]), meter, output, progress, select, textarea";
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  Object.defineProperty(prototype, "labels", {
    get(this: HTMLElement) {
      if (!this.matches(LABELABLE)) return null;
      const named = this.id ? document.querySelectorAll(`label[for="${this.id}"]`) : [];
      const around = this.closest("label:not([for])");
      return [...named, ...(around?.querySelector(LABELABLE) === this ? [around] : [])];
    },
  });
}

// In development React notes a stack for each element that is made, for the messages of a tool that no test reads. It
// notes ten thousand a second at most: here it takes them for made. Where it is a later React, nothing is saved.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object | undefined>;
Object.defineProperty(internals ?? {}, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});
