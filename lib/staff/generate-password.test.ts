import { generatePassword } from "./generate-password";

test("passwords are long, readable and never the same", () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(made.length);
  for (const password of made) expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
  expect(made.join("")).not.toMatch(/[0O1lIio]/);
});
