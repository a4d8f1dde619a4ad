import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import { staffContactKeys } from "./staff-client";
import type { AdminContactList } from "./staff-schema";

const PATH = "/admin/customer-service/reorder";

/**
 * Changes the order: shown at once, sent one after the other, always the newest. Where somebody else
 * was faster, their list is shown and nothing of one's own is sent.
 */
export function useContactOrder(list: AdminContactList | undefined) {
  const queryClient = useQueryClient();
  const [local, setLocal] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = useRef<string[] | null>(null);
  const sending = useRef(false);

  const show = (now: AdminContactList) => {
    // A list that is on its way may be older.
    void queryClient.cancelQueries({ queryKey: staffContactKeys.all });
    queryClient.setQueryData(staffContactKeys.all, now);
  };
  const flush = async (first: string) => {
    let version = first;
    sending.current = true;
    while (wanted.current) {
      const services = wanted.current;
      wanted.current = null;
      try {
        const answer = await api.put<AdminContactList>(PATH, { services, version });
        version = answer.version;
        show(answer);
      } catch (error) {
        wanted.current = null;
        const now = error instanceof ApiError && error.status === 409 ? error.body : null;
        if (now?.services) show(now as AdminContactList);
        else void queryClient.invalidateQueries({ queryKey: staffContactKeys.all });
        setProblem(messageOf(error));
      }
    }
    // Shown at once: a press before that would change a list that the server no longer has.
    flushSync(() => setLocal(null));
    sending.current = false;
  };
  const services = list?.services ?? [];
  const place = (id: string) => local?.indexOf(id) ?? -1;
  return {
    /** The contacts as they are to be, before the server has said so. */
    services: local ? [...services].sort((a, b) => place(a._id) - place(b._id)) : services,
    /** Why the last change did not happen. */
    problem,
    reorder: (ids: string[]) => {
      if (!list) return;
      setProblem(null);
      setLocal(ids);
      wanted.current = ids;
      if (!sending.current) void flush(list.version);
    },
  };
}
