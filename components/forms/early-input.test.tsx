import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Segmented } from "@/components/ui/segmented";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { hydrateUi } from "@/tests/support/screens/hydrate";
import { signIn } from "@/tests/support/sign-in";
import { AmountField } from "./amount-field";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { PasswordInput } from "./password-input";
import { RadioCards } from "./radio-cards";
import { Select, TextArea, TextInput } from "./text-input";

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

const SIDES = ["buy", "sell"] as const;

/** One of each control, all held by state, and what the state says. */
function Controlled() {
  const [values, setValues] = useState({
    text: "",
    amount: "",
    password: "",
    note: "",
    country: "",
    agreed: false,
    network: "TRC20",
    side: "buy",
  });
  const [count, setCount] = useState(0);
  const set = (next: Partial<typeof values>) => setValues((old) => ({ ...old, ...next }));
  return (
    <form>
      <Field label="Address">
        <TextInput value={values.text} onChange={({ target }) => set({ text: target.value })} />
      </Field>
      <AmountField
        label="Amount"
        unit="USDT"
        value={values.amount}
        onValueChange={(amount) => set({ amount })}
      />
      <Field label="Password">
        <PasswordInput
          autoComplete="off"
          value={values.password}
          onChange={({ target }) => set({ password: target.value })}
        />
      </Field>
      <Field label="Note">
        <TextArea value={values.note} onChange={({ target }) => set({ note: target.value })} />
      </Field>
      <Field label="Country">
        <Select value={values.country} onChange={({ target }) => set({ country: target.value })}>
          <option value="">Choose</option>
          <option value="JP">Japan</option>
        </Select>
      </Field>
      <Checkbox
        label="Agreed"
        checked={values.agreed}
        onChange={({ target }) => set({ agreed: target.checked })}
      />
      <RadioCards
        name="network"
        legend="Network"
        value={values.network}
        onValueChange={(network) => set({ network })}
        options={["TRC20", "ERC20"].map((value) => ({ value, title: value }))}
      />
      <Segmented
        label="Side"
        value={values.side as (typeof SIDES)[number]}
        onValueChange={(side) => set({ side })}
        options={SIDES.map((value) => ({ value, label: value }))}
      />
      <button type="button" onClick={() => setCount(count + 1)}>
        Render again
      </button>
      <output>{JSON.stringify(values)}</output>
    </form>
  );
}

const state = () => JSON.parse(screen.getByRole("status").textContent ?? "") as unknown;
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it("keeps what was typed and chosen in every kind of control before the scripts came", async () => {
  const hydrate = hydrateUi(<Controlled />);
  const texts = { Address: "TR7N", Amount: "12.5", Password: "secret", Note: "a note" };
  for (const [name, text] of Object.entries(texts)) input(name).value = text;
  input("Country").value = "JP";
  for (const name of ["Agreed", "ERC20", "sell"]) input(name).checked = true;
  await hydrate();
  expect(state()).toEqual({
    text: "TR7N",
    amount: "12.5",
    password: "secret",
    note: "a note",
    country: "JP",
    agreed: true,
    network: "ERC20",
    side: "sell",
  });
  await userEvent.click(screen.getByRole("button", { name: "Render again" }));
  for (const [name, text] of Object.entries(texts)) expect(input(name)).toHaveValue(text);
  await userEvent.type(input("Amount"), "0");
  expect(state()).toMatchObject({ amount: "12.50" });
});

it("says nothing of what nobody has touched", async () => {
  const onChange = jest.fn();
  await hydrateUi(
    <>
      <TextInput aria-label="City" defaultValue="Zug" onChange={onChange} />
      <TextArea aria-label="Note" defaultValue="note" onChange={onChange} />
      <Select aria-label="Country" value="JP" onChange={onChange}>
        <option value="">Choose</option>
        <option value="JP">Japan</option>
      </Select>
      <Checkbox label="Agreed" defaultChecked onChange={onChange} />
    </>,
  )();
  expect(onChange).not.toHaveBeenCalled();
  expect(input("City")).toHaveValue("Zug");
});

it("does not move the cursor of whoever is typing", async () => {
  const hydrate = hydrateUi(<Controlled />);
  input("Address").focus();
  input("Address").value = "TR7N";
  input("Address").setSelectionRange(1, 2);
  await hydrate();
  const { selectionStart, selectionEnd } = input("Address");
  expect([selectionStart, selectionEnd]).toEqual([1, 2]);
  expect(input("Address")).toHaveFocus();
});

/** As forms of react-hook-form do, which write their default values into the controls. */
function Registered() {
  const { register, control } = useForm({
    defaultValues: { name: "", country: "", agreed: false },
  });
  return (
    <form>
      <TextInput aria-label="Name" {...register("name")} />
      <Select aria-label="Country" {...register("country")} defaultValue="">
        <option value="">Choose</option>
        <option value="JP">Japan</option>
      </Select>
      <Checkbox label="Agreed" {...register("agreed")} />
      <output>{JSON.stringify(useWatch({ control }))}</output>
    </form>
  );
}

it("reaches react-hook-form as well, whose default values come first", async () => {
  const hydrate = hydrateUi(<Registered />);
  input("Name").value = "Anna";
  input("Country").value = "JP";
  input("Agreed").checked = true;
  await hydrate();
  expect(state()).toEqual({ name: "Anna", country: "JP", agreed: true });
  expect(input("Name")).toHaveValue("Anna");
});

function Drafted() {
  const { fields, change } = useFormDraft("option", { amount: "", hash: "" });
  return (
    <form>
      <TextInput
        aria-label="Amount"
        value={fields.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      <TextInput
        aria-label="Hash"
        value={fields.hash}
        onChange={({ target }) => change({ hash: target.value })}
      />
    </form>
  );
}

it("is newer than a draft, and becomes it", async () => {
  signIn("anna");
  const show = async (...typed: [amount: string, hash: string] | []) => {
    const hydrate = hydrateUi(<Drafted />);
    const [amount, hash] = typed;
    if (amount) input("Amount").value = amount;
    if (hash) input("Hash").value = hash;
    const root = await hydrate();
    const shown = [input("Amount").value, input("Hash").value];
    act(() => root.unmount());
    return shown;
  };
  expect(await show("5", "ab")).toEqual(["5", "ab"]);
  expect(await show()).toEqual(["5", "ab"]);
  expect(await show("70", "cd")).toEqual(["70", "cd"]);
  expect(await show()).toEqual(["70", "cd"]);
});
