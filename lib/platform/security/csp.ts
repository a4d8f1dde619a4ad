/**
 * The Content-Security-Policy of a page. Scripts run with the request's nonce only; styles may be
 * inline because the toast and chart libraries insert them.
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  const scripts = [`'nonce-${nonce}'`, "'strict-dynamic'", isDevelopment ? "'unsafe-eval'" : ""];
  return [
    "default-src 'self'",
    `script-src ${scripts.filter(Boolean).join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    // Else what script-src says of them, by which no file of the site may be one. Photos of telephones are decoded by
    // one that its library makes up.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Request header in which the page guard tells the pages which path was asked for. */
export const PATH_HEADER = "x-requested-path";

/** Headers that every page has beside the policy. */
export const SECURITY_HEADERS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
};
