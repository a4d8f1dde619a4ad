"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../button";
import { ErrorState } from "../display/states";

type Load<P> = () => Promise<ComponentType<P>>;
type Closable = {
  open?: boolean;
  onClose?: () => void;
  onOpenChange?: (open: boolean) => void;
};

export interface LazyDialogOptions<P> {
  /** Whether it is to be seen. Default: `open`, where there is one. */
  isOpen?: (props: P) => boolean;
  /** Gives up on it. Default: `onClose` or `onOpenChange`. */
  close?: (props: P) => void;
}

/**
 * A dialog whose code comes with its first opening. Where that fails, a note says so and tries again; the
 * page around it stays as it is, which `React.lazy` and `next/dynamic` don't give: they throw into the page and
 * keep the failure for good. The bundler's loader forgets a script that failed, so a new try is a new request.
 */
export function lazyDialog<P extends object>(
  load: Load<P>,
  options: LazyDialogOptions<P & Closable> = {},
): ComponentType<P> {
  const { isOpen = ({ open }) => open !== false } = options;
  const close =
    options.close ??
    (({ onClose, onOpenChange }) => {
      onClose?.();
      onOpenChange?.(false);
    });
  const keep: Kept<P> = {};
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module loads
  return function LazyDialog(props: P) {
    const { Content, isFailed, isRetrying, retry, drop } = useLoaded(load, keep, isOpen(props));
    const t = useTranslations("ui");
    if (Content) return <Content {...props} />;
    if (!isFailed || !isOpen(props)) return null;
    const giveUp = () => {
      drop();
      close(props);
    };
    // A header with a blurred ground would be what "fixed" refers to.
    return createPortal(
      <div className="fixed inset-x-4 bottom-20 z-50 mx-auto max-w-[430px] rounded-card border border-line bg-surface text-text shadow-popup lg:bottom-4">
        <LoadFailed retrying={isRetrying} onRetry={retry}>
          <Button variant="ghost" onClick={giveUp}>
            {t("close")}
          </Button>
        </LoadFailed>
      </div>,
      document.body,
    );
  };
}

/**
 * A part of a page whose code comes when it is shown, with Retry in its place where that fails.
 * @param Waiting stands there meanwhile
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  Waiting?: ComponentType,
): ComponentType<P> {
  const keep: Kept<P> = {};
  return function LazyPart(props: P) {
    const { Content, isFailed, isRetrying, retry } = useLoaded(load, keep, true);
    if (Content) return <Content {...props} />;
    if (isFailed) return <LoadFailed retrying={isRetrying} onRetry={retry} />;
    return Waiting ? <Waiting /> : null;
  };
}

type Kept<P> = { Content?: ComponentType<P> };

function useLoaded<P>(load: Load<P>, keep: Kept<P>, isWanted: boolean) {
  const [Content, setContent] = useState(() => keep.Content);
  const [state, setState] = useState<"waiting" | "retrying" | "failed">("waiting");
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a new request
  useEffect(() => {
    if (Content || !isWanted) return;
    let isCurrent = true;
    load().then(
      (loaded) => {
        keep.Content = loaded;
        if (isCurrent) setContent(() => loaded);
      },
      () => {
        if (isCurrent) setState("failed");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [Content, isWanted, tries, load, keep]);
  return {
    Content,
    isFailed: state !== "waiting",
    isRetrying: state === "retrying",
    retry: () => {
      setState("retrying");
      setTries(tries + 1);
    },
    drop: () => setState("waiting"),
  };
}

interface LoadFailedProps {
  retrying: boolean;
  onRetry: () => void;
  children?: ReactNode;
}

/** After a deploy the code of an open page may be gone, and only a full load helps. Offline that would lose the page. */
function LoadFailed({ retrying, onRetry, children }: LoadFailedProps) {
  const t = useTranslations("ui");
  return (
    <ErrorState
      text={t("loadFailed")}
      retrying={retrying}
      onRetry={onRetry}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {navigator.onLine ? (
            <Button variant="ghost" onClick={() => window.location.reload()}>
              {t("reload")}
            </Button>
          ) : null}
          {children}
        </div>
      }
    />
  );
}
