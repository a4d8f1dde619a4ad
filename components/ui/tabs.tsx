"use client";

import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface TabsProps {
  /** Name of the tab list. */
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  defaultValue?: string;
  value?: string;
  onValueChange?: (value: string) => void;
}

/** Tabs inside one page. For tabs that are pages use `SegmentedLinks`. */
export function Tabs({ label, tabs, defaultValue, value, onValueChange }: TabsProps) {
  return (
    <BaseTabs.Root
      defaultValue={value === undefined ? (defaultValue ?? tabs[0]?.value) : undefined}
      value={value}
      onValueChange={(next) => onValueChange?.(String(next))}
    >
      <BaseTabs.List
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-line border-b sm:gap-x-4"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            // Room for the bold label of the chosen tab, so that choosing one moves none of the others.
            data-label={typeof tab.label === "string" ? tab.label : undefined}
            className="after:invisible after:block after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)] -mb-px min-h-target border-transparent border-b-2 px-1 text-body text-text-2 hover:text-text data-active:border-gold-line data-active:font-semibold data-active:text-gold-text"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
