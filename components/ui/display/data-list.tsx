import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { useDateTime, useZoneName } from "@/components/ui/time/use-date-time";
import type { DateTimeStyle } from "@/lib/platform/ui/date-time";
import { Link } from "../link";

interface AnyColumn {
  key: string;
  header: ReactNode;
  /** Right-aligned digits. */
  numeric?: boolean;
  /** Header is read but not seen: action columns. Not on paper. */
  hiddenHeader?: boolean;
  /** The list can be in the order of this column: how it is now, and the way to the next order. */
  sort?: { direction: "ascending" | "descending" | null; href: string };
  /** Its cells are times: the heading names their zone. */
  isTime?: boolean;
  className?: string;
}

interface CellColumn<Row> extends AnyColumn {
  cell: (row: Row) => ReactNode;
  at?: undefined;
}

/** A column that says when. */
interface TimeColumn<Row> extends AnyColumn {
  at: (row: Row) => string | null | undefined;
  timeStyle?: DateTimeStyle;
}

export type DataColumn<Row> = CellColumn<Row> | TimeColumn<Row>;

export interface DataCard {
  /** Line 1 left: what. */
  title: ReactNode;
  /** Line 1 right: the amount. */
  amount?: ReactNode;
  /** Line 2 left: time. */
  meta?: ReactNode;
  /** Line 2 right: the status. */
  status?: ReactNode;
  /** Line 3: why it is so. */
  note?: ReactNode;
  /** Leading icon, decoration. */
  icon?: ReactNode;
  /** Under the lines: buttons or links that the table has in its last column. */
  actions?: ReactNode;
}

export interface DataListProps<Row> {
  /** Names the list; read by screen readers, not shown. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: DataColumn<Row>[];
  /** How one row looks as a card under 768 px. */
  card: (row: Row) => DataCard;
  /** Makes the whole card one button that opens the detail; the table needs its own button in a column. */
  onOpen?: (row: Row) => void;
  /** Data is being refetched: dims nothing, only tells assistive technology. */
  busy?: boolean;
  /** Room in px from which the columns fit beside each other: with less the rows are cards. Default 700. */
  tableFrom?: keyof typeof FORMS;
}

/** Which form shows at which room, and how far apart the columns of the table stand. */
const FORMS = {
  700: { cards: "md:@[700px]:hidden", table: "md:@[700px]:block", cell: "px-4" },
  880: { cards: "md:@[880px]:hidden", table: "md:@[880px]:block", cell: "px-3" },
  960: { cards: "md:@[960px]:hidden", table: "md:@[960px]:block", cell: "px-3" },
  1040: { cards: "md:@[1040px]:hidden", table: "md:@[1040px]:block", cell: "px-3" },
};

function CardLines({ card }: { card: DataCard }) {
  return (
    <>
      {card.icon ? (
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-text-2 [&_svg]:size-4.5"
        >
          {card.icon}
        </span>
      ) : null}
      <span className="grid min-w-0 flex-1 gap-y-1 text-left">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{card.title}</span>
          <span className="ml-auto min-w-0 text-right [overflow-wrap:anywhere]">{card.amount}</span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-caption text-text-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">{card.meta}</span>
          <span className="ml-auto min-w-0 [overflow-wrap:anywhere]">{card.status}</span>
        </span>
        {card.note ? <span className="text-caption text-text-2">{card.note}</span> : null}
      </span>
    </>
  );
}

/** Records as cards, for places that are cards at every width (recent activity). */
export function CardList<Row>({
  caption,
  rows,
  rowKey,
  card,
  onOpen,
  className,
}: Pick<DataListProps<Row>, "caption" | "rows" | "rowKey" | "card" | "onOpen"> & {
  className?: string;
}) {
  return (
    <ul
      aria-label={caption}
      className={clsx("overflow-hidden rounded-card border border-line bg-surface", className)}
    >
      {rows.map((row) => {
        const content = card(row);
        const line = "flex w-full items-center gap-3 px-4 py-3.5";
        return (
          <li key={rowKey(row)} className="border-line not-last:border-b">
            {onOpen ? (
              <button
                type="button"
                className={clsx(line, "hover:bg-surface-2 focus-visible:-outline-offset-2")}
                onClick={() => onOpen(row)}
              >
                <CardLines card={content} />
              </button>
            ) : (
              <div className={line}>
                <CardLines card={content} />
              </div>
            )}
            {content.actions ? (
              <div className="flex gap-3 px-4 pb-3.5">{content.actions}</div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The heading of a column; a link where the list can be sorted by it. */
function Heading<Row>({ column }: { column: DataColumn<Row> }) {
  const { sort } = column;
  const zone = useZoneName();
  const header =
    column.at || column.isTime ? (
      <>
        {column.header} ({zone})
      </>
    ) : (
      column.header
    );
  if (!sort) return header;
  const icons = { ascending: ArrowUp, descending: ArrowDown };
  const Icon = sort.direction ? icons[sort.direction] : ArrowUpDown;
  return (
    <Link
      href={sort.href}
      scroll={false}
      className="inline-flex min-h-target items-center gap-1 hover:text-text"
    >
      {header}
      <Icon aria-hidden="true" className="size-4 print:hidden" />
    </Link>
  );
}

/**
 * Records as a table where there is room for it, never under 768 px, and as cards elsewhere. Both are in the
 * page; CSS shows one.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const formatDateTime = useDateTime();
  const { caption, rows, rowKey, columns, busy, tableFrom = 700 } = props;
  const form = FORMS[tableFrom];
  return (
    <div aria-busy={busy || undefined} className="@container">
      <CardList {...props} className={clsx(form.cards, "print:hidden")} />
      {/* Relative, or the headings that are only read, which are absolute, widen the page. */}
      <div
        className={clsx(
          "relative hidden overflow-x-auto rounded-card border border-line bg-surface print:block print:overflow-visible",
          form.table,
        )}
      >
        {/* Upright A4 leaves 673 px for up to nine columns, and paper can't be scrolled sideways. */}
        <table className="w-full text-body print:text-[0.6875rem] print:[&_*]:[font-size:inherit]">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line border-b">
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  aria-sort={column.sort?.direction ?? undefined}
                  className={clsx(
                    "h-10 font-medium text-text-2 print:px-1",
                    form.cell,
                    column.hiddenHeader && "print:hidden",
                    column.numeric || column.hiddenHeader ? "text-right" : "text-left",
                  )}
                >
                  {column.hiddenHeader ? (
                    <span className="sr-only">{column.header}</span>
                  ) : (
                    <Heading column={column} />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className="h-12 border-line not-last:border-b">
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={clsx(
                      "py-1.5 print:px-1",
                      form.cell,
                      column.numeric && "whitespace-nowrap text-right",
                      column.hiddenHeader && "text-right print:hidden",
                      column.at && "whitespace-nowrap text-text-2",
                      column.className,
                    )}
                  >
                    {column.at
                      ? formatDateTime(column.at(row), { style: column.timeStyle })
                      : column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
