-- What a wallet's address was before: somebody may have paid to it while it still stood on their screen.
-- And whether its QR image was read and holds exactly the address.
ALTER TABLE "wallet" ADD COLUMN     "former_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "qr_matches" BOOLEAN NOT NULL DEFAULT false;

-- Whether a wallet has deposits is asked before it is deleted.
CREATE INDEX "deposit_wallet_id_idx" ON "deposit"("wallet_id");

-- Users are only shown addresses that somebody confirmed with their password. What is there already is in use.
ALTER TABLE "wallet" ADD COLUMN     "address_confirmed" BOOLEAN NOT NULL DEFAULT true;
