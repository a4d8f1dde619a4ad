import { PriceChart, type PriceChartProps } from "@/components/market/price-chart";
import { PriceHeader } from "@/components/market/price-header";

export interface ChartPanelProps extends PriceChartProps {
  /** Changes of the price are not marked: an option is about to end. */
  still?: boolean;
}

/** The price with its chart, as high as there is room. */
export function ChartPanel({ still, ...chart }: ChartPanelProps) {
  return (
    <>
      <PriceHeader still={still} />
      <div className="mt-3 desk:mt-1 desk:flex desk:min-h-0 desk:flex-1 desk:flex-col">
        <PriceChart {...chart} />
      </div>
    </>
  );
}
