"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useMay } from "../panel/staff-rights";

const CreateUserDialog = lazyDialog(() =>
  import("./create-user-dialog").then((module) => module.CreateUserDialog),
);

/** Opens the form for a new account; its code comes when it is needed. */
export function CreateUser() {
  const t = useTranslations("staffUsers.create");
  const [turn, setTurn] = useState(0);
  if (!useMay("users.edit")) return null;
  return (
    <>
      <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setTurn(turn + 1)}>
        {t("open")}
      </Button>
      {turn > 0 ? <CreateUserDialog key={turn} /> : null}
    </>
  );
}
