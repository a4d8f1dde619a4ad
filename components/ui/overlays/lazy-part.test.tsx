import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { renderUi } from "@/tests/support/screens/render";
import { lazyDialog, lazyPart } from "./lazy-part";

type ReviewProps = { open: boolean; onClose: () => void };
const Review = ({ open }: ReviewProps) => (open ? <p role="dialog">The review</p> : null);

/** Code that comes, or not, as the network has it. */
function loaderOf<P>(component: ComponentType<P>) {
  const network = { works: false, asked: 0 };
  const load = async () => {
    network.asked += 1;
    if (!network.works) throw new Error("Failed to load chunk");
    return component;
  };
  return { network, load };
}

function Form({ Dialog }: { Dialog: ComponentType<ReviewProps> }) {
  const [review, setReview] = useState<{ open: boolean } | null>(null);
  return (
    <>
      <input aria-label="Amount" />
      <button type="button" onClick={() => setReview({ open: true })}>
        Review
      </button>
      {review ? <Dialog open={review.open} onClose={() => setReview({ open: false })} /> : null}
    </>
  );
}

function renderForm() {
  const { network, load } = loaderOf(Review);
  renderUi(<Form Dialog={lazyDialog(load)} />);
  return { network, user: userEvent.setup() };
}

const press = (name: string) => screen.getByRole("button", { name });

describe("a dialog whose code does not come", () => {
  afterEach(() => jest.restoreAllMocks());

  it("leaves what was typed, says so, and opens when a new try succeeds", async () => {
    const { network, user } = renderForm();
    await user.type(screen.getByLabelText("Amount"), "120");
    await user.click(press("Review"));
    expect(await screen.findByRole("alert")).toHaveTextContent("This could not be loaded");
    expect(screen.getByLabelText("Amount")).toHaveValue("120");
    await user.click(press("Retry"));
    await waitFor(() => expect(network.asked).toBe(2));
    expect(screen.getByRole("alert")).toBeVisible();
    network.works = true;
    await user.click(press("Retry"));
    expect(await screen.findByRole("dialog")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Amount")).toHaveValue("120");
  });

  it("can be given up, and asks for its code again with the next opening", async () => {
    const { network, user } = renderForm();
    await user.click(press("Review"));
    await screen.findByRole("alert");
    await user.click(press("Close"));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(network.asked).toBe(1);
    network.works = true;
    await user.click(press("Review"));
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it("offers a reload only where it can't lose the page", async () => {
    jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { user } = renderForm();
    await user.click(press("Review"));
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: "Reload page" })).not.toBeInTheDocument();
    jest.restoreAllMocks();
    await user.click(press("Retry"));
    expect(await screen.findByRole("button", { name: "Reload page" })).toBeVisible();
  });
});

it("a part of a page has Retry in its own place, and its code from then on", async () => {
  const { network, load } = loaderOf(() => <p>The tab</p>);
  const Tab = lazyPart(load, () => <p>Loading</p>);
  const page = renderUi(<Tab />);
  expect(screen.getByText("Loading")).toBeVisible();
  await screen.findByRole("alert");
  network.works = true;
  await userEvent.click(press("Retry"));
  expect(await screen.findByText("The tab")).toBeVisible();
  page.unmount();
  renderUi(<Tab />);
  expect(screen.getByText("The tab")).toBeVisible();
  await act(async () => undefined);
  expect(network.asked).toBe(2);
});
