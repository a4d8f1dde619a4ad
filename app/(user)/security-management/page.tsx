import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { SecurityView } from "@/components/security/security-view";
import { listSessions } from "@/lib/accounts/data";
import { listAuditOfSubject } from "@/lib/audit/data";
import { HISTORY_PAGE, SHOWN_SESSIONS, securityKeys } from "@/lib/security/client";
import { getSecurity, listSignIns } from "@/lib/security/data";
import { passkeysKey } from "@/lib/security/passkeys/client";
import { listPasskeys } from "@/lib/security/passkeys/data";
import { requireUser } from "@/lib/sessions/page-gate";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import { getAddressBook } from "@/lib/withdrawals/addresses";
import { getWithdrawalDelay } from "@/lib/withdrawals/delay";
import { delayKey } from "@/lib/withdrawals/delay-client";

export const generateMetadata = () => pageMetadata("security");

const firstPage = (page: unknown) => ({ pages: [page], pageParams: [null] });

export default async function SecurityPage() {
  const { userId, sessionId } = await requireUser();
  const [t, security, sessions, signIns, audit, book, passkeys, delay] = await Promise.all([
    getTranslations("security"),
    getSecurity(userId),
    listSessions(userId, sessionId, { limit: SHOWN_SESSIONS }),
    listSignIns(userId, { limit: HISTORY_PAGE }),
    listAuditOfSubject(userId, { limit: HISTORY_PAGE }),
    getAddressBook(userId),
    listPasskeys(userId),
    getWithdrawalDelay(userId),
  ]);
  return (
    <Messages
      namespaces={[
        "proof",
        "security",
        "withdraw",
        "errors.accounts",
        "errors.address",
        "errors.common",
        "errors.input",
        "errors.passkey",
        "errors.registration",
        "errors.wallets",
        "errors.withdrawals",
      ]}
    >
      <Seed
        entries={[
          [securityKeys.state(), security],
          [securityKeys.sessions(), sessions.sessions],
          [securityKeys.signIns(), firstPage(signIns)],
          [securityKeys.audit(), firstPage(audit)],
          [addressBookKey, book],
          [passkeysKey, passkeys],
          [delayKey, delay],
        ]}
      >
        <Page title={t("title")} backHref="/profile">
          <SecurityView />
        </Page>
      </Seed>
    </Messages>
  );
}
