"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useEveryone, useSendBroadcast } from "@/lib/notifications/broadcast-client";
import type {
  BroadcastDetailDto,
  CreateBroadcastInput,
} from "@/lib/notifications/broadcast-schema";
import { LeaveQuestion } from "../editing/leave-question";
import { useDecision } from "../payments/use-decision";
import { type BroadcastDraft, BroadcastForm, useBroadcastForm } from "./broadcast-form";
import { BroadcastPreview } from "./broadcast-preview";

const isWritten = ({ people, unpicked, title, message }: BroadcastDraft) =>
  people.length > 0 || `${unpicked}${title}${message}`.trim() !== "";

/** Writes a message to many: form with preview, review with the number of people. */
export function BroadcastWriter() {
  const t = useTranslations("staffNotifications");
  const form = useBroadcastForm();
  const draft = useWatch({ control: form.control }) as BroadcastDraft;
  const [reviewed, setReviewed] = useState<CreateBroadcastInput | null>(null);
  const send = useSendBroadcast();
  const decision = useDecision<CreateBroadcastInput, { notification: BroadcastDetailDto }>(
    ({ decision: input, key }) => send.mutateAsync({ input, key }),
    () => {
      setReviewed(null);
      form.reset();
      showToast.success(t("onItsWay"));
    },
  );
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
        <BroadcastForm
          form={form}
          draft={draft}
          onReview={(input) => {
            decision.restart();
            setReviewed(input);
          }}
        />
        <BroadcastPreview title={draft.title} message={draft.message} />
      </div>
      <Review
        open={reviewed !== null}
        draft={draft}
        pending={decision.pending}
        error={
          decision.message ??
          decision.fieldError("userIds") ??
          decision.fieldError("title") ??
          decision.fieldError("message")
        }
        onBack={() => setReviewed(null)}
        onSend={() => reviewed && void decision.decide(reviewed)}
      />
      <LeaveQuestion isUnsaved={isWritten(draft)} onDiscard={() => form.reset()} />
    </>
  );
}

function Review({
  open,
  draft,
  pending,
  error,
  onBack,
  onSend,
}: {
  open: boolean;
  draft: BroadcastDraft;
  pending: boolean;
  error: string | undefined;
  onBack: () => void;
  onSend: () => void;
}) {
  const t = useTranslations("staffNotifications");
  const isAll = draft.audience === "all";
  const { data: everyone } = useEveryone(open && isAll);
  const count = isAll ? everyone?.count : draft.people.length;
  const about = isAll && everyone?.exact === false;
  const people =
    count === undefined ? t("counting") : t(about ? "aboutPeople" : "peopleCount", { count });
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("reviewTitle")}
      headline={{ label: t(isAll ? "toAll" : "toUsers"), value: people }}
      rows={[
        ...(isAll
          ? []
          : [
              {
                label: t("people"),
                value: draft.people.map(({ username }) => username).join(", "),
                stacked: true,
              },
            ]),
        { label: t("titleLabel"), value: draft.title.trim(), stacked: true, strong: true },
        { label: t("message"), value: draft.message.trim(), stacked: true },
      ]}
      risk={t("noTakingBack")}
      confirmLabel={count === undefined ? t("send") : t("sendTo", { people })}
      pending={pending}
      error={error}
      onConfirm={onSend}
    />
  );
}
