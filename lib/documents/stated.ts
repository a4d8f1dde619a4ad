import { text } from "@/lib/platform/text";
import { renderText } from "@/lib/platform/text/languages";
import { getSettings } from "@/lib/settings/data";
import { fillGaps, type GapWords, OPERATOR_DETAILS, type OperatorDetails } from "./operator";

/** What the operator of this site has stated. */
export async function operatorDetails(): Promise<OperatorDetails> {
  const settings = await getSettings();
  return Object.fromEntries(
    OPERATOR_DETAILS.map((detail) => [detail, settings[detail]]),
  ) as OperatorDetails;
}

function gapWords(language: string): GapWords {
  const nameOf = (detail: (typeof OPERATOR_DETAILS)[number]) =>
    renderText(text(`answers.documents.${detail}`), language);
  return {
    open: () => renderText(text("answers.documents.open"), language),
    note: (open) => {
      const names = new Intl.ListFormat(language).format(open.map(nameOf));
      return renderText(text("answers.documents.note", { open: names }), language);
    },
  };
}

/** A public text as people read it: with what the operator has stated in its gaps. */
export async function withDetails(markdown: string, language: string): Promise<string> {
  return fillGaps(markdown, await operatorDetails(), gapWords(language));
}
