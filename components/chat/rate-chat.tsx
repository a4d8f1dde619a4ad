"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { Segmented } from "@/components/ui/segmented";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useSwapFocus } from "@/components/ui/use-swap-focus";
import { useRateChat } from "@/lib/chat/client";
import { MAX_COMMENT_LENGTH } from "@/lib/chat/rules";
import type { ChatDto } from "@/lib/chat/schema";
import { messageOf } from "@/lib/platform/client/api";

type Answer = "good" | "notGood";
const answerOf = (good: boolean): Answer => (good ? "good" : "notGood");

export interface RateChatProps {
  rating: ChatDto["rating"];
  until: string;
}

/** What a user says of a conversation that was closed, and how they change that. */
export function RateChat({ rating, until }: RateChatProps) {
  const t = useTranslations("chat.rate");
  const formatDateTime = useDateTime();
  const [changing, setChanging] = useState(false);
  const isForm = !rating || changing;
  const { element, press } = useSwapFocus<HTMLDivElement>(isForm, "input:checked, button");
  return (
    <div ref={element} className="contents">
      {isForm ? (
        <RateForm rating={rating} onPress={press} onDone={() => setChanging(false)} />
      ) : (
        <div className="flex basis-full flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t pt-3">
          <p>{t("thanks", { answer: t(answerOf(rating.good)), until: formatDateTime(until) })}</p>
          <Button
            variant="outline"
            onClick={() => {
              press();
              setChanging(true);
            }}
          >
            {t("change")}
          </Button>
        </div>
      )}
    </div>
  );
}

type RateFormProps = Pick<RateChatProps, "rating"> & {
  /** Before what may put an end to the form. */
  onPress: () => void;
  onDone: () => void;
};

function RateForm({ rating, onPress, onDone }: RateFormProps) {
  const t = useTranslations("chat.rate");
  const rate = useRateChat();
  const [answer, setAnswer] = useState<Answer | null>(rating ? answerOf(rating.good) : null);
  const [comment, setComment] = useState(rating?.comment ?? "");
  const send = () => {
    if (answer === null) return;
    onPress();
    rate.mutate(
      { good: answer === "good", comment: comment.trim() || null },
      {
        onSuccess: () => {
          showToast.success(t("sent"));
          onDone();
        },
      },
    );
  };
  return (
    <div className="w-full max-w-[430px] basis-full space-y-3 border-line border-t pt-3 text-text">
      <p aria-hidden="true">{t("question")}</p>
      <Segmented<Answer>
        label={t("question")}
        value={answer}
        onValueChange={setAnswer}
        options={[
          { value: "good", label: t("good") },
          { value: "notGood", label: t("notGood") },
        ]}
      />
      {answer === null ? null : (
        <>
          <Field label={t("comment")}>
            <TextArea
              rows={2}
              value={comment}
              maxLength={MAX_COMMENT_LENGTH}
              onChange={({ target }) => setComment(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            {rating ? (
              <Button
                variant="outline"
                onClick={() => {
                  onPress();
                  onDone();
                }}
              >
                {t("cancel")}
              </Button>
            ) : null}
            <Button pending={rate.isPending} onClick={send}>
              {t("send")}
            </Button>
          </div>
        </>
      )}
      <InlineError>{rate.isError ? messageOf(rate.error) : null}</InlineError>
    </div>
  );
}
