import "@testing-library/jest-dom";
import { TextEncoder } from "node:util";

// Every browser has these, jsdom does not.
globalThis.TextEncoder ??= TextEncoder;
globalThis.PointerEvent ??= class extends MouseEvent {} as typeof PointerEvent;
