import { screen } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { Field } from "./field";
import { TextInput } from "./text-input";

const HINT = "3 to 30 letters, digits or underscores";
const show = (error: string) =>
  renderUi(
    <Field label="Username" hint={HINT} error={error}>
      <TextInput />
    </Field>,
  );

it("leaves out a hint that its error repeats", () => {
  const error = `Username must be ${HINT}`;
  show(error);
  expect(screen.queryByText(HINT)).not.toBeInTheDocument();
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(error);
});

it("keeps a hint that says more than its error", () => {
  show("Please enter a username");
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(
    `Please enter a username ${HINT}`,
  );
});
