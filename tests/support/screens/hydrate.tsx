import { act } from "@testing-library/react";
import type { ReactElement } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Texts } from "./render";

let last: { root?: Root; container: HTMLElement } | undefined;

afterEach(() => {
  act(() => last?.root?.unmount());
  last?.container.remove();
  last = undefined;
});

/**
 * Shows what the server makes of a component, as somebody sees it whose scripts are still on their way.
 * @returns lets the scripts come
 */
export function hydrateUi(element: ReactElement): () => Promise<Root> {
  const page = <Texts>{element}</Texts>;
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  document.body.append(container);
  const shown: typeof last = { container };
  last = shown;
  return async () => {
    const root = await act(async () => hydrateRoot(container, page));
    shown.root = root;
    return root;
  };
}
