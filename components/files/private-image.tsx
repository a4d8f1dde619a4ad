"use client";

import { clsx } from "clsx";
import { useCallback } from "react";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { usePrivateImage } from "./use-private-image";

export interface PrivateImageProps {
  /** Address of the file as the API gives it, for example a deposit's `proofUrl`. */
  src: string;
  alt: string;
  className?: string;
}

/** An image that only its owner and staff may fetch. */
export function PrivateImage({ src, alt, className }: PrivateImageProps) {
  const image = usePrivateImage(src);
  const blob = image.data;
  const show = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element || !blob) return;
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  if (blob) {
    return (
      // biome-ignore lint/performance/noImgElement: a local object URL
      <img ref={show} alt={alt} className={clsx("max-w-full rounded-control", className)} />
    );
  }
  if (image.isError) {
    return <QueryError query={image} />;
  }
  return <Skeleton className="h-40" />;
}
