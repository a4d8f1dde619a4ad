import { type RefCallback, useCallback } from "react";

/** Shows a file in the image it is given to as ref, for as long as that image is there. */
export function usePreview(file: File): RefCallback<HTMLImageElement> {
  return useCallback(
    (image) => {
      if (!image) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}
