import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { z } from "zod";
import { ApiError } from "@/lib/platform/client/api";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { renderUi } from "@/tests/support/screens/render";
import { FormText, FormTextArea } from "./form-fields";
import { SchemaForm } from "./schema-form";
import { useSchemaForm } from "./use-schema-form";

const schema = z.object({
  title: z.string().trim().min(1, "Please enter a title").max(3),
  reason: reasonSchema,
});
type Input = z.output<typeof schema>;
type Draft = { heading: string; reason: string };

const start: Draft = { heading: "", reason: "" };
const refusal = (errors: Record<string, string[]>) =>
  new ApiError(422, "VALIDATION", "Refused", errors);

function Page({
  send,
  loadSchema = async () => schema,
}: {
  send: (input: Input) => unknown;
  loadSchema?: () => Promise<typeof schema>;
}) {
  const form = useSchemaForm<Draft, Input>({
    start,
    loadSchema,
    toInput: ({ heading, reason }) => ({ title: heading, reason }),
    check: ({ heading }) => ({ heading: heading === "no" ? "Not this one" : undefined }),
    fieldNames: { title: "heading" },
  });
  return (
    <SchemaForm form={form} onValid={send}>
      <FormText form={form} name="heading" label="Heading" />
      <FormTextArea form={form} name="reason" label="Why" />
      <button type="submit">Send</button>
    </SchemaForm>
  );
}

async function fill(heading: string, reason: string) {
  const user = userEvent.setup();
  if (heading) await user.type(screen.getByLabelText("Heading"), heading);
  if (reason) await user.type(screen.getByLabelText("Why"), reason);
  await user.click(screen.getByRole("button", { name: "Send" }));
  return user;
}

it("says in the schema's words what is wrong, and sends nothing until it is right", async () => {
  const send = jest.fn();
  renderUi(<Page send={send} />);
  const user = await fill("", "why");
  expect(await screen.findByText("Please enter a title")).toBeVisible();
  expect(screen.getByText("The reason needs at least 5 characters")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Heading")).toHaveFocus());
  expect(send).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText("Heading"), " A");
  await waitFor(() => expect(screen.queryByText("Please enter a title")).not.toBeInTheDocument());
  await user.type(screen.getByLabelText("Why"), " not");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ title: "A", reason: "why not" }));
});

it("speaks as the server does where a schema has no words of its own", async () => {
  renderUi(<Page send={jest.fn()} />);
  await fill("long", "A good reason");
  expect(await screen.findByText("Please enter at most 3 characters")).toBeVisible();
});

it("checks what the schema can't know beside it", async () => {
  renderUi(<Page send={jest.fn()} />);
  await fill("no", "why");
  expect(await screen.findByText("Not this one")).toBeVisible();
  expect(screen.getByText("The reason needs at least 5 characters")).toBeVisible();
});

it("shows a refusal at the field that it names until something else is typed there", async () => {
  renderUi(<Page send={async () => refusal({ title: ["Taken"] })} />);
  const user = await fill("A", "A good reason");
  expect(await screen.findByText("Taken")).toBeVisible();
  const heading = screen.getByLabelText("Heading");
  expect(heading).toBeInvalid();
  await waitFor(() => expect(heading).toHaveFocus());
  await user.type(heading, "B");
  await waitFor(() => expect(screen.queryByText("Taken")).not.toBeInTheDocument());
});

it("shows a refusal of what is no field of it under the form", async () => {
  renderUi(<Page send={async () => refusal({ version: ["Too old"] })} />);
  await fill("A", "A good reason");
  expect(await screen.findByText("Too old")).toBeVisible();
  expect(screen.getByLabelText("Heading")).toBeValid();
});

it("shows a failure that names no field under the form, until it is sent again", async () => {
  const send = jest.fn().mockResolvedValueOnce(new ApiError(409, "CONFLICT", "Too late"));
  renderUi(<Page send={send} />);
  const user = await fill("A", "A good reason");
  expect(await screen.findByText("Too late")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByText("Too late")).not.toBeInTheDocument());
  expect(send).toHaveBeenCalledTimes(2);
});

it("sends once however often it is pressed meanwhile", async () => {
  let finish: (value?: unknown) => void = () => undefined;
  const send = jest.fn(() => new Promise((resolve) => (finish = resolve)));
  renderUi(<Page send={send} />);
  const user = await fill("A", "A good reason");
  await user.click(screen.getByRole("button", { name: "Send" }));
  finish();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

it("sends nothing where its checks could not be loaded, and says so", async () => {
  const send = jest.fn();
  renderUi(<Page send={send} loadSchema={() => Promise.reject(new Error("offline"))} />);
  await fill("A", "A good reason");
  expect(
    await screen.findByText("Network error. Please check your connection."),
  ).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});
