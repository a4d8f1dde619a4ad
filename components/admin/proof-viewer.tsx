"use client";

import { RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PrivateImage } from "@/components/files/private-image";
import { Button } from "@/components/ui/button";

const STEPS = [0.5, 1, 1.5, 2, 3, 4];
const FIT = 1;
const QUARTER = 90;
const FULL = 360;

/** The proof of a payment: larger, smaller, turned. What does not fit scrolls, with the keyboard too. */
export function ProofViewer({ path, label }: { path: string; label: string }) {
  const t = useTranslations("staff.proof");
  const [step, setStep] = useState(FIT);
  const [degrees, setDegrees] = useState(0);
  const [ratio, setRatio] = useState<number | null>(null);
  const scale = STEPS[step] ?? 1;
  const isSideways = degrees % (2 * QUARTER) !== 0;
  const learnShape = (event: React.SyntheticEvent) => {
    const image = event.target;
    if (image instanceof HTMLImageElement && image.naturalHeight > 0) {
      setRatio(image.naturalWidth / image.naturalHeight);
    }
  };
  // A turned picture takes the space of its turned shape, so that every corner can be scrolled to.
  const box = ratio === null ? undefined : isSideways ? 1 / ratio : ratio;
  return (
    <figure>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-72 overflow-auto rounded-control border border-line bg-surface-2"
      >
        <div
          className="relative mx-auto"
          style={{ width: `${scale * 100}%`, aspectRatio: box }}
          onLoadCapture={learnShape}
        >
          <div
            className={ratio === null ? undefined : "absolute top-1/2 left-1/2"}
            style={
              ratio === null
                ? undefined
                : {
                    width: `${(isSideways ? ratio : 1) * 100}%`,
                    transform: `translate(-50%, -50%) rotate(${degrees}deg)`,
                  }
            }
          >
            <PrivateImage src={path} alt={label} className="w-full" />
          </div>
        </div>
      </section>
      <figcaption className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          icon={<ZoomOut aria-hidden="true" />}
          onClick={() => setStep(Math.max(0, step - 1))}
        >
          {t("smaller")}
        </Button>
        <Button
          variant="outline"
          icon={<ZoomIn aria-hidden="true" />}
          onClick={() => setStep(Math.min(STEPS.length - 1, step + 1))}
        >
          {t("larger")}
        </Button>
        <Button
          variant="outline"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => setDegrees((degrees + QUARTER) % FULL)}
        >
          {t("turn")}
        </Button>
        <span role="status" className="ml-auto text-caption text-text-2">
          {t("view", { percent: scale * 100, degrees })}
        </span>
      </figcaption>
    </figure>
  );
}
