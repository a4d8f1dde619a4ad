"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/lib/platform/client/api";
import type { ContactDto } from "./schema";

const FRESH_MS = 5 * 60_000;
/** Who opens the popup without a live connection sees what staff changed until just before. */
const OPENED_FRESH_MS = 10_000;

export const contactKeys = { all: ["contacts"] as const };

const fetchContacts = () => api.get<{ services: ContactDto[] }>("/customer-service");

/** The ways to reach support, sorted. A failure is logged and leaves the list empty. */
export function useContacts(): {
  services: ContactDto[];
  loading: boolean;
  /** Looks for changes, unless that was done just before. */
  refresh: () => void;
} {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: contactKeys.all,
    queryFn: fetchContacts,
    staleTime: FRESH_MS,
    retry: 1,
  });
  useEffect(() => {
    if (error) console.error("Failed to load customer services", error);
  }, [error]);
  const services = [...(data?.services ?? [])].sort((a, b) => a.order - b.order);
  const refresh = () => {
    if (!isFetching && Date.now() - dataUpdatedAt > OPENED_FRESH_MS) void refetch();
  };
  return { services, loading: isPending, refresh };
}
