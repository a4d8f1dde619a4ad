import { pool, type Tx, transaction } from "@/lib/platform/db";
import { asWritten } from "@/lib/platform/text";
import { holdWithdrawals } from "@/lib/security/credentials";
import { mailVerification } from "@/lib/security/email";
import { warnUser } from "@/lib/security/notices";
import { forgetSettings } from "@/lib/settings/data";
import { createTestUser } from "@/tests/factories/users";

it("transactions that hold every connection do not wait for one more to read the settings", async () => {
  const user = await createTestUser();
  const notice = { title: asWritten("A change"), message: asWritten("Something changed.") };
  for (const work of [
    (tx: Tx) => warnUser(tx, user.id, notice),
    (tx: Tx) => holdWithdrawals(tx, user.id),
    (tx: Tx) => mailVerification(tx, user),
  ]) {
    let begun = 0;
    let goOn: () => void = () => undefined;
    const allBegan = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const everyConnection = Array.from({ length: pool.options.max ?? 0 }, () =>
      transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        begun += 1;
        if (begun === pool.options.max) goOn();
        await allBegan;
        forgetSettings();
        await work(tx);
      }),
    );
    expect(everyConnection.length).toBeGreaterThan(1);
    await Promise.all(everyConnection);
  }
});
