/** Signs somebody in as far as the browser's storage goes. */
export function signIn(id = "anna"): void {
  localStorage.setItem("user", JSON.stringify({ id }));
  localStorage.setItem("token", `token of ${id}`);
}
