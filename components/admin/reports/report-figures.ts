import { addDecimal } from "@/lib/platform/ui/decimal";
import type { ReportPeriodDto, ReportProduct } from "@/lib/reports/schema";

type Currency = "USDT" | "XAUT";

/** A column of money: where its figure stands in a period. */
export type Figure = {
  /** Also the key of its heading. */
  key: string;
  currency: Currency;
  of: (period: ReportPeriodDto) => string;
  /** Is what the others of the table come to. */
  isTotal?: true;
  /** Is part of another column: of what it says by itself nothing is added up. */
  isPart?: true;
};

const ZERO = "0.000000";
const sum = (values: string[]) => values.reduce(addDecimal, ZERO);

/** What a column comes to over all periods. */
export const sumOf = (figure: Figure, periods: readonly ReportPeriodDto[]) =>
  sum(periods.map(figure.of));

/** Whether nothing of it happened. */
export const isZero = (value: string) => !/[1-9]/.test(value);

type Money = ReportPeriodDto["money"][number];
const moneyFigure = (key: "deposits" | "withdrawals" | "funded", currency: Currency): Figure => ({
  key,
  currency,
  of: ({ money }) =>
    money.find((one) => one.currency === currency)?.[key satisfies keyof Money] ?? ZERO,
});

/** What came and left, by currency. */
export const MONEY: readonly Figure[] = (["USDT", "XAUT"] as const).flatMap((currency) => [
  moneyFigure("deposits", currency),
  moneyFigure("withdrawals", currency),
  moneyFigure("funded", currency),
]);

type Line = ReportPeriodDto["house"][number];
const linesOf = ({ house }: ReportPeriodDto, currency: Currency, product?: ReportProduct) =>
  house.filter(
    (line) => line.currency === currency && (product === undefined || line.product === product),
  );
const houseFigure = (
  key: string,
  currency: Currency,
  part: keyof Pick<Line, "fees" | "spread" | "result">,
  product?: ReportProduct,
): Figure => ({
  key,
  currency,
  of: (period) => sum(linesOf(period, currency, product).map((line) => line[part])),
});

const PRODUCTS: Record<Currency, ReportProduct[]> = {
  USDT: ["options", "spot", "ai", "storage", "withdrawals", "savings", "referrals", "adjustments"],
  XAUT: ["withdrawals", "savings", "adjustments"],
};

/** What the house earned and spent in a currency. */
export const houseFigures = (currency: Currency): Figure[] => [
  ...PRODUCTS[currency].map((product) => houseFigure(product, currency, "result", product)),
  { ...houseFigure("result", currency, "result"), isTotal: true },
  ...(currency === "USDT"
    ? [
        { ...houseFigure("fees", currency, "fees"), isPart: true as const },
        { ...houseFigure("spread", currency, "spread"), isPart: true as const },
      ]
    : []),
];

type Owed = Omit<ReportPeriodDto["owed"][number], "currency">;
const OWED: Record<Currency, (keyof Owed)[]> = {
  USDT: ["available", "held", "options", "savings", "ai"],
  XAUT: ["available", "held", "stored", "savings", "ai"],
};

/** What is owed to users in a currency. */
export const owedFigures = (currency: Currency): Figure[] =>
  [...OWED[currency], "total" as const].map((key) => ({
    key,
    currency,
    of: ({ owed }) => owed.find((one) => one.currency === currency)?.[key] ?? ZERO,
    ...(key === "total" ? { isTotal: true as const } : {}),
  }));
