import { jest } from "@jest/globals";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { clearNotifications } from "@/components/notifications/notification-queue";
import { notificationKeys } from "@/lib/notifications/client";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { StaffRealtime, staffEvents } from "./staff-realtime";

afterEach(() => act(clearNotifications));

it("floats what a member of staff is told; View marks it read and opens the notifications", async () => {
  const user = userEvent.setup();
  const push = jest.fn();
  const sent = answerFetches(() => ({ body: { unreadCount: 0 } }));
  const queryClient = new QueryClient();
  queryClient.setQueryData(notificationKeys.count(), 0);
  renderUi(
    <AppRouterContext value={{ push } as unknown as AppRouterInstance}>
      <QueryClientProvider client={queryClient}>
        <StaffRealtime />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  const event = { id: "1", type: "alert", title: "Ledger check failed", message: "See the log." };
  act(() => staffEvents.notification?.(event, { queryClient, refreshPage: () => undefined }));
  const dialog = await screen.findByRole("dialog", { name: "Ledger check failed" });
  expect(dialog).toHaveAccessibleDescription("See the log.");
  expect(queryClient.getQueryState(notificationKeys.count())?.isInvalidated).toBe(true);
  await user.click(screen.getByRole("button", { name: "View" }));
  expect(sent).toMatchObject([{ method: "PATCH", path: "/api/notifications/1/read" }]);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/notifications"));
});
