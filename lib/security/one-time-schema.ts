import { z } from "zod";

/** Of answers about an account: whether its withdrawal password is one that support set, and how long that leads on. */
export const oneTimeWithdrawPasswordUntil = z.iso.datetime().nullable().meta({
  description:
    "The withdrawal password was set by support: until then it lets its owner choose another, and pays nothing out; null for one's own",
});
