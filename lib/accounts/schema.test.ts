import { renderText } from "@/lib/platform/text/languages";
import { registerFormSchema } from "./schema";

const complete = {
  username: "maria_k",
  email: "maria@example.com",
  country: "Brazil",
  phoneNumber: "11 5555-0000",
  gender: "Female",
  password: "secret1",
  confirmPassword: "secret1",
  referralCode: "",
  acceptTerms: true,
};

function issuesOf(changes: Partial<typeof complete>) {
  const result = registerFormSchema.safeParse({ ...complete, ...changes });
  return (
    result.error?.issues.map(({ path, message }) => [path.join("."), renderText(message, "en")]) ??
    []
  );
}

it("takes a complete form", () => {
  expect(issuesOf({})).toEqual([]);
});

it("checks an untouched form in the specified order", () => {
  const result = registerFormSchema.safeParse({});
  expect(result.error?.issues.map(({ message }) => renderText(message, "en"))).toEqual([
    "Please enter a username",
    "Please enter an email address",
    "Please select your country",
    "Please enter your phone number",
    "Please select your gender",
    "Please enter a password",
    "Please agree to the Terms and Privacy Policy",
  ]);
});

it.each([
  [{ password: "12345", confirmPassword: "" }, "Password should be at least 6 characters long"],
  [{ confirmPassword: "secret2", acceptTerms: false }, "Passwords do not match!"],
  [{ acceptTerms: false, username: "m!" }, "Please agree to the Terms and Privacy Policy"],
  [{ username: "   " }, "Please enter a username"],
  [{ email: "maria", phoneNumber: "1" }, "Please enter a valid email address"],
])("says first, of %j: %s", (changes, message) => {
  expect(issuesOf(changes)[0]?.[1]).toBe(message);
});

it("marks every failing field, each once", () => {
  const fields = issuesOf({
    username: "m!",
    gender: "",
    phoneNumber: "12",
    password: "123",
    confirmPassword: "1234",
    acceptTerms: false,
  }).map(([field]) => field);
  expect(fields).toEqual([
    "gender",
    "password",
    "confirmPassword",
    "acceptTerms",
    "username",
    "phoneNumber",
  ]);
});
