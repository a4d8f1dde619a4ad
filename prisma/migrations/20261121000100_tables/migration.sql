-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "username" TEXT NOT NULL,
    "username_key" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "withdraw_password_hash" TEXT,
    "country" TEXT NOT NULL,
    "country_iso" TEXT NOT NULL,
    "country_code" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "gender" TEXT NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "email_verified_at" TIMESTAMPTZ(3),
    "two_factor_secret" TEXT,
    "two_factor_enabled_at" TIMESTAMPTZ(3),
    "two_factor_last_step" BIGINT,
    "referral_code" TEXT NOT NULL,
    "referred_by_id" UUID,
    "withdrawals_held_until" TIMESTAMPTZ(3),
    "trade_count_reset_at" TIMESTAMPTZ(3),
    "address_book_only" BOOLEAN NOT NULL DEFAULT false,
    "theme" TEXT NOT NULL DEFAULT 'system',
    "colour_mode" TEXT NOT NULL DEFAULT 'default',
    "hide_balances" BOOLEAN NOT NULL DEFAULT false,
    "language" TEXT NOT NULL DEFAULT 'en',
    "last_sign_in_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "user_agent" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_token" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "risk_acceptance" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "risk_acceptance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_note" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_earning" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "referrer_id" UUID NOT NULL,
    "referred_id" UUID NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "fee_micro" BIGINT NOT NULL,
    "earned_micro" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_earning_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "broadcast_id" UUID,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_broadcast" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "author_id" UUID NOT NULL,
    "audience" TEXT NOT NULL,
    "user_ids" UUID[],
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "recipient_count" INTEGER NOT NULL DEFAULT 0,
    "delivered_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_broadcast_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "last_message_at" TIMESTAMPTZ(3),
    "user_unread" INTEGER NOT NULL DEFAULT 0,
    "support_unread" INTEGER NOT NULL DEFAULT 0,
    "cleared_before_id" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_message" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "chat_id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "author_id" UUID,
    "text" TEXT,
    "image_file_id" UUID,
    "client_key" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "canned_reply" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "canned_reply_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_service" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL,
    "link_type" TEXT NOT NULL,
    "icon" TEXT NOT NULL DEFAULT '',
    "icon_type" TEXT NOT NULL DEFAULT 'url',
    "icon_file_id" UUID,
    "order" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "currency" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "qr_file_id" UUID,
    "min_deposit_micro" BIGINT NOT NULL DEFAULT 10000000,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wallet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deposit" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "number" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "wallet_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "amount_e8" BIGINT NOT NULL,
    "rate_e8" BIGINT,
    "rate_source" TEXT,
    "credited_micro" BIGINT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "transaction_hash" TEXT,
    "proof_file_id" UUID NOT NULL,
    "admin_notes" TEXT,
    "processed_by_id" UUID,
    "processed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deposit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "withdrawal" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "number" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "amount_micro" BIGINT NOT NULL,
    "fee_micro" BIGINT NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "transaction_hash" TEXT,
    "admin_notes" TEXT,
    "processed_by_id" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "processed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "withdrawal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "withdrawal_address" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "usable_from" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "withdrawal_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance_adjustment" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "amount_micro" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "proposed_by_id" UUID NOT NULL,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "balance_adjustment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "user_id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("user_id","route","key")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "vault_conversion" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "direction" TEXT NOT NULL,
    "usdt_micro" BIGINT NOT NULL,
    "xaut_micro" BIGINT NOT NULL,
    "price_e8" BIGINT NOT NULL,
    "tick_seq" BIGINT NOT NULL,
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "stored_after_micro" BIGINT NOT NULL,
    "cost_after_micro" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vault_conversion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saving_plan" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "daily_rate_ppb" BIGINT NOT NULL,
    "duration_days" INTEGER,
    "min_amount_micro" BIGINT NOT NULL,
    "max_amount_micro" BIGINT,
    "capacity_micro" BIGINT,
    "subscribed_micro" BIGINT NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saving_plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saving_record" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "principal_micro" BIGINT NOT NULL,
    "daily_rate_ppb" BIGINT NOT NULL,
    "duration_days" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reserved_micro" BIGINT NOT NULL DEFAULT 0,
    "accrued_micro" BIGINT NOT NULL DEFAULT 0,
    "accrued_carry" BIGINT NOT NULL DEFAULT 0,
    "days_accrued" INTEGER NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "matures_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "paid_principal_micro" BIGINT,
    "paid_profit_micro" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saving_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "type" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_version" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "document_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "stored_file" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "owner_id" UUID,
    "visibility" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "shard" SMALLINT NOT NULL DEFAULT 0,
    "user_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "direction" TEXT,
    "side" TEXT,
    "amount_micro" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USDT',
    "duration_seconds" INTEGER,
    "payout_rate_ppm" INTEGER,
    "collateral_micro" BIGINT,
    "entry_tick_seq" BIGINT,
    "entry_price_e8" BIGINT,
    "entry_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),
    "exit_tick_seq" BIGINT,
    "exit_price_e8" BIGINT,
    "opened_at" TIMESTAMPTZ(6) NOT NULL,
    "settled_at" TIMESTAMPTZ(6),
    "fee_micro" BIGINT NOT NULL DEFAULT 0,
    "payout_micro" BIGINT,
    "received_micro" BIGINT,
    "pnl_micro" BIGINT,
    "strategy_run_id" UUID,
    "simulated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "trade_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_config" (
    "user_id" UUID NOT NULL,
    "option_enabled" BOOLEAN,
    "manual_enabled" BOOLEAN,
    "ai_enabled" BOOLEAN,
    "min_amount_micro" BIGINT,
    "max_amount_micro" BIGINT,
    "daily_trade_limit" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trade_config_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "trade_setup" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "strategy" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "amount_micro" BIGINT NOT NULL,
    "note" TEXT,
    "status" TEXT NOT NULL DEFAULT 'proposed',
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trade_setup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "strategy_run" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "setup_id" UUID,
    "strategy" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "interval" TEXT NOT NULL,
    "allocated_micro" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "cash_micro" BIGINT NOT NULL,
    "holding_micro" BIGINT NOT NULL DEFAULT 0,
    "returned_micro" BIGINT,
    "state" JSONB NOT NULL DEFAULT '{}',
    "last_candle_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopped_at" TIMESTAMPTZ(3),
    "stop_reason" TEXT,

    CONSTRAINT "strategy_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "strategy_signal" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "run_id" UUID NOT NULL,
    "candle_at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "amount_micro" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "trade_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "strategy_signal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_username_key_key" ON "app_user"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_referral_code_key" ON "app_user"("referral_code");

-- CreateIndex
CREATE INDEX "app_user_referred_by_id_idx" ON "app_user"("referred_by_id");

-- CreateIndex
CREATE INDEX "app_user_created_at_idx" ON "app_user"("created_at");

-- CreateIndex
CREATE INDEX "session_user_id_created_at_idx" ON "session"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_code_hash_key" ON "recovery_code"("code_hash");

-- CreateIndex
CREATE INDEX "recovery_code_user_id_idx" ON "recovery_code"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_token_token_hash_key" ON "account_token"("token_hash");

-- CreateIndex
CREATE INDEX "account_token_user_id_purpose_idx" ON "account_token"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "sign_in_user_id_created_at_idx" ON "sign_in"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "risk_acceptance_user_id_product_version_key" ON "risk_acceptance"("user_id", "product", "version");

-- CreateIndex
CREATE INDEX "user_note_user_id_created_at_idx" ON "user_note"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "referral_earning_referrer_id_created_at_idx" ON "referral_earning"("referrer_id", "created_at");

-- CreateIndex
CREATE INDEX "referral_earning_referred_id_idx" ON "referral_earning"("referred_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_earning_source_type_source_id_key" ON "referral_earning"("source_type", "source_id");

-- CreateIndex
CREATE INDEX "notification_user_id_id_idx" ON "notification"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notification_broadcast_id_user_id_key" ON "notification"("broadcast_id", "user_id");

-- CreateIndex
CREATE INDEX "notification_broadcast_created_at_idx" ON "notification_broadcast"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "chat_user_id_key" ON "chat"("user_id");

-- CreateIndex
CREATE INDEX "chat_status_last_message_at_idx" ON "chat"("status", "last_message_at");

-- CreateIndex
CREATE UNIQUE INDEX "chat_message_image_file_id_key" ON "chat_message"("image_file_id");

-- CreateIndex
CREATE INDEX "chat_message_chat_id_id_idx" ON "chat_message"("chat_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "chat_message_chat_id_client_key_key" ON "chat_message"("chat_id", "client_key");

-- CreateIndex
CREATE UNIQUE INDEX "canned_reply_title_key" ON "canned_reply"("title");

-- CreateIndex
CREATE INDEX "customer_service_is_active_order_idx" ON "customer_service"("is_active", "order");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_number_key" ON "deposit"("number");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_proof_file_id_key" ON "deposit"("proof_file_id");

-- CreateIndex
CREATE INDEX "deposit_user_id_id_idx" ON "deposit"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deposit_status_id_idx" ON "deposit"("status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "withdrawal_number_key" ON "withdrawal"("number");

-- CreateIndex
CREATE INDEX "withdrawal_user_id_id_idx" ON "withdrawal"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "withdrawal_status_id_idx" ON "withdrawal"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "withdrawal_address_user_id_idx" ON "withdrawal_address"("user_id");

-- CreateIndex
CREATE INDEX "balance_adjustment_user_id_created_at_idx" ON "balance_adjustment"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- CreateIndex
CREATE INDEX "vault_conversion_user_id_id_idx" ON "vault_conversion"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "saving_record_user_id_id_idx" ON "saving_record"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "saving_record_plan_id_status_idx" ON "saving_record"("plan_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "document_type_language_key" ON "document"("type", "language");

-- CreateIndex
CREATE UNIQUE INDEX "document_version_document_id_version_key" ON "document_version"("document_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "stored_file_storage_key_key" ON "stored_file"("storage_key");

-- CreateIndex
CREATE INDEX "stored_file_owner_id_idx" ON "stored_file"("owner_id");

-- CreateIndex
CREATE INDEX "trade_user_id_id_idx" ON "trade"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "trade_user_id_opened_at_idx" ON "trade"("user_id", "opened_at");

-- CreateIndex
CREATE INDEX "trade_strategy_run_id_id_idx" ON "trade"("strategy_run_id", "id");

-- CreateIndex
CREATE INDEX "trade_setup_user_id_created_at_idx" ON "trade_setup"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "strategy_run_setup_id_key" ON "strategy_run"("setup_id");

-- CreateIndex
CREATE INDEX "strategy_run_user_id_started_at_idx" ON "strategy_run"("user_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "strategy_signal_trade_id_key" ON "strategy_signal"("trade_id");

-- CreateIndex
CREATE UNIQUE INDEX "strategy_signal_run_id_candle_at_action_key" ON "strategy_signal"("run_id", "candle_at", "action");

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_referred_by_id_fkey" FOREIGN KEY ("referred_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk_acceptance" ADD CONSTRAINT "risk_acceptance_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_note" ADD CONSTRAINT "user_note_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_note" ADD CONSTRAINT "user_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_earning" ADD CONSTRAINT "referral_earning_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_earning" ADD CONSTRAINT "referral_earning_referred_id_fkey" FOREIGN KEY ("referred_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_broadcast_id_fkey" FOREIGN KEY ("broadcast_id") REFERENCES "notification_broadcast"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_broadcast" ADD CONSTRAINT "notification_broadcast_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_image_file_id_fkey" FOREIGN KEY ("image_file_id") REFERENCES "stored_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_service" ADD CONSTRAINT "customer_service_icon_file_id_fkey" FOREIGN KEY ("icon_file_id") REFERENCES "stored_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_qr_file_id_fkey" FOREIGN KEY ("qr_file_id") REFERENCES "stored_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "wallet"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_proof_file_id_fkey" FOREIGN KEY ("proof_file_id") REFERENCES "stored_file"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_processed_by_id_fkey" FOREIGN KEY ("processed_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_processed_by_id_fkey" FOREIGN KEY ("processed_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal_address" ADD CONSTRAINT "withdrawal_address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_adjustment" ADD CONSTRAINT "balance_adjustment_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_adjustment" ADD CONSTRAINT "balance_adjustment_proposed_by_id_fkey" FOREIGN KEY ("proposed_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance_adjustment" ADD CONSTRAINT "balance_adjustment_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vault_conversion" ADD CONSTRAINT "vault_conversion_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saving_record" ADD CONSTRAINT "saving_record_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saving_record" ADD CONSTRAINT "saving_record_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "saving_plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_version" ADD CONSTRAINT "document_version_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade" ADD CONSTRAINT "trade_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade" ADD CONSTRAINT "trade_strategy_run_id_fkey" FOREIGN KEY ("strategy_run_id") REFERENCES "strategy_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_config" ADD CONSTRAINT "trade_config_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_setup" ADD CONSTRAINT "trade_setup_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_setup" ADD CONSTRAINT "trade_setup_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strategy_run" ADD CONSTRAINT "strategy_run_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strategy_run" ADD CONSTRAINT "strategy_run_setup_id_fkey" FOREIGN KEY ("setup_id") REFERENCES "trade_setup"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strategy_signal" ADD CONSTRAINT "strategy_signal_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "strategy_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say: allowed values, ranges, conditional uniqueness, hot partial indexes.

ALTER TABLE app_user
  ADD CONSTRAINT app_user_username_key_lower CHECK (username_key = lower(username)),
  ADD CONSTRAINT app_user_email_lower CHECK (email = lower(email)),
  ADD CONSTRAINT app_user_gender CHECK (gender IN ('Male', 'Female', '')),
  ADD CONSTRAINT app_user_theme CHECK (theme IN ('system', 'dark', 'light')),
  ADD CONSTRAINT app_user_colour_mode CHECK (colour_mode IN ('default', 'blue-orange')),
  ADD CONSTRAINT app_user_no_self_referral CHECK (referred_by_id IS DISTINCT FROM id);
CREATE INDEX app_user_staff ON app_user (id) WHERE is_admin;

CREATE INDEX session_live ON session (user_id, expires_at) WHERE revoked_at IS NULL;

ALTER TABLE account_token
  ADD CONSTRAINT account_token_purpose CHECK (purpose IN ('password-reset', 'email-verification'));
ALTER TABLE sign_in
  ADD CONSTRAINT sign_in_outcome CHECK (outcome IN ('success', 'wrong-password', 'wrong-totp', 'inactive'));
ALTER TABLE risk_acceptance
  ADD CONSTRAINT risk_acceptance_product CHECK (product IN ('option', 'ai'));
ALTER TABLE referral_earning
  ADD CONSTRAINT referral_earning_amounts CHECK (fee_micro > 0 AND earned_micro >= 0 AND earned_micro <= fee_micro);

ALTER TABLE trade
  ADD CONSTRAINT trade_type CHECK (type IN ('option', 'manual', 'ai')),
  ADD CONSTRAINT trade_status CHECK (status IN ('open', 'won', 'lost', 'refunded', 'void', 'filled', 'stopped')),
  ADD CONSTRAINT trade_currency CHECK (currency IN ('USDT', 'XAUT')),
  ADD CONSTRAINT trade_amounts CHECK (
    amount_micro > 0 AND fee_micro >= 0
    AND coalesce(collateral_micro, 0) >= 0 AND coalesce(payout_micro, 0) >= 0
    AND coalesce(received_micro, 0) >= 0),
  ADD CONSTRAINT trade_option_shape CHECK (type <> 'option' OR (
    direction IN ('up', 'down') AND direction IS NOT NULL AND side IS NULL AND currency = 'USDT'
    AND duration_seconds > 0 AND duration_seconds IS NOT NULL
    AND payout_rate_ppm >= 0 AND payout_rate_ppm IS NOT NULL AND collateral_micro IS NOT NULL
    AND status IN ('open', 'won', 'lost', 'refunded', 'void'))),
  ADD CONSTRAINT trade_spot_shape CHECK (type = 'option' OR (
    side IN ('buy', 'sell') AND side IS NOT NULL AND direction IS NULL AND status IN ('filled', 'stopped'))),
  ADD CONSTRAINT trade_outcome CHECK (type <> 'option' OR (CASE status
    WHEN 'open' THEN settled_at IS NULL AND exit_tick_seq IS NULL AND payout_micro IS NULL
    WHEN 'won' THEN payout_micro = amount_micro + collateral_micro
      AND ((direction = 'up' AND exit_price_e8 > entry_price_e8) OR (direction = 'down' AND exit_price_e8 < entry_price_e8))
    WHEN 'lost' THEN payout_micro = 0
      AND ((direction = 'up' AND exit_price_e8 < entry_price_e8) OR (direction = 'down' AND exit_price_e8 > entry_price_e8))
    WHEN 'refunded' THEN payout_micro = amount_micro AND exit_price_e8 = entry_price_e8
    ELSE payout_micro = amount_micro END));
-- Options waiting for their first price, and options waiting for their end.
CREATE INDEX trade_awaiting_entry ON trade (shard, opened_at) WHERE status = 'open' AND entry_tick_seq IS NULL;
CREATE INDEX trade_due ON trade (shard, expires_at) WHERE status = 'open' AND expires_at IS NOT NULL;
CREATE INDEX trade_open_by_user ON trade (user_id, id) WHERE status = 'open';
CREATE INDEX trade_by_type ON trade (type, status, id DESC);

ALTER TABLE trade_config
  ADD CONSTRAINT trade_config_limits CHECK (
    coalesce(min_amount_micro, 0) >= 0
    AND (max_amount_micro IS NULL OR max_amount_micro >= coalesce(min_amount_micro, 0))
    AND coalesce(daily_trade_limit, 0) >= 0);
ALTER TABLE trade_setup
  ADD CONSTRAINT trade_setup_status CHECK (status IN ('proposed', 'accepted', 'declined', 'withdrawn')),
  ADD CONSTRAINT trade_setup_amount CHECK (amount_micro > 0);
ALTER TABLE strategy_run
  ADD CONSTRAINT strategy_run_status CHECK (status IN ('running', 'stopped')),
  ADD CONSTRAINT strategy_run_amounts CHECK (allocated_micro > 0 AND cash_micro >= 0 AND holding_micro >= 0);
CREATE INDEX strategy_run_live ON strategy_run (interval, id) WHERE status = 'running';
ALTER TABLE strategy_signal
  ADD CONSTRAINT strategy_signal_action CHECK (action IN ('buy', 'sell'));

ALTER TABLE wallet
  ADD CONSTRAINT wallet_pair CHECK ((currency, network) IN (
    ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
    ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20'))),
  ADD CONSTRAINT wallet_min_deposit CHECK (min_deposit_micro >= 0);
CREATE UNIQUE INDEX wallet_address_once ON wallet (currency, network, address) WHERE deleted_at IS NULL;

ALTER TABLE deposit
  ADD CONSTRAINT deposit_status CHECK (status IN ('pending', 'confirmed', 'processing', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT deposit_amounts CHECK (amount_e8 > 0 AND coalesce(rate_e8, 1) > 0 AND coalesce(credited_micro, 0) >= 0),
  ADD CONSTRAINT deposit_completed CHECK (status <> 'completed'
    OR (rate_e8 IS NOT NULL AND credited_micro IS NOT NULL AND processed_by_id IS NOT NULL AND processed_at IS NOT NULL));
CREATE INDEX deposit_pending ON deposit (id) WHERE status = 'pending';
-- One transaction on a chain backs one deposit; a refused report frees its hash.
CREATE UNIQUE INDEX deposit_transaction_once ON deposit (network, lower(transaction_hash))
  WHERE transaction_hash IS NOT NULL AND status NOT IN ('failed', 'cancelled');
ALTER SEQUENCE deposit_number_seq RESTART 10001;

ALTER TABLE withdrawal
  ADD CONSTRAINT withdrawal_status CHECK (status IN ('pending', 'confirmed', 'processing', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT withdrawal_amounts CHECK (amount_micro > 0 AND fee_micro >= 0 AND fee_micro < amount_micro),
  ADD CONSTRAINT withdrawal_completed CHECK (status <> 'completed' OR (transaction_hash IS NOT NULL AND processed_by_id IS NOT NULL));
CREATE INDEX withdrawal_open ON withdrawal (id) WHERE status IN ('pending', 'processing');
CREATE INDEX withdrawal_user_day ON withdrawal (user_id, created_at);
CREATE UNIQUE INDEX withdrawal_transaction_once ON withdrawal (network, lower(transaction_hash)) WHERE transaction_hash IS NOT NULL;
ALTER SEQUENCE withdrawal_number_seq RESTART 10001;

CREATE UNIQUE INDEX withdrawal_address_once ON withdrawal_address (user_id, network, address) WHERE deleted_at IS NULL;
ALTER TABLE balance_adjustment
  ADD CONSTRAINT balance_adjustment_values CHECK (
    operation IN ('add', 'subtract') AND currency IN ('USDT', 'XAUT') AND amount_micro > 0
    AND char_length(reason) >= 5 AND status IN ('pending', 'applied', 'refused')),
  ADD CONSTRAINT balance_adjustment_four_eyes CHECK (proposed_by_id <> user_id AND decided_by_id IS DISTINCT FROM user_id);
CREATE INDEX balance_adjustment_pending ON balance_adjustment (id) WHERE status = 'pending';

ALTER TABLE vault_conversion
  ADD CONSTRAINT vault_conversion_values CHECK (
    direction IN ('store', 'retrieve') AND usdt_micro > 0 AND xaut_micro > 0 AND price_e8 > 0
    AND stored_after_micro >= 0 AND cost_after_micro >= 0);
ALTER TABLE saving_plan
  ADD CONSTRAINT saving_plan_values CHECK (
    type IN ('fixed', 'flexible') AND currency IN ('USDT', 'XAUT') AND daily_rate_ppb >= 0
    AND min_amount_micro > 0 AND (max_amount_micro IS NULL OR max_amount_micro >= min_amount_micro)
    AND subscribed_micro >= 0 AND (capacity_micro IS NULL OR subscribed_micro <= capacity_micro)
    AND ((type = 'fixed') = (duration_days IS NOT NULL)) AND coalesce(duration_days, 1) > 0);
ALTER TABLE saving_record
  ADD CONSTRAINT saving_record_values CHECK (
    type IN ('fixed', 'flexible') AND currency IN ('USDT', 'XAUT') AND principal_micro > 0
    AND status IN ('pending', 'active', 'completed', 'cancelled')
    AND accrued_micro >= 0 AND accrued_carry >= 0 AND accrued_carry < 1000000000 AND days_accrued >= 0 AND reserved_micro >= 0);
CREATE INDEX saving_record_live ON saving_record (starts_at) WHERE status IN ('pending', 'active');

CREATE INDEX notification_unread ON notification (user_id, id DESC) WHERE read_at IS NULL;
ALTER TABLE notification_broadcast
  ADD CONSTRAINT notification_broadcast_values CHECK (
    audience IN ('all', 'users') AND status IN ('queued', 'sending', 'sent', 'failed')
    AND delivered_count >= 0 AND delivered_count <= recipient_count);
ALTER TABLE chat
  ADD CONSTRAINT chat_values CHECK (status IN ('open', 'closed') AND user_unread >= 0 AND support_unread >= 0);
ALTER TABLE chat_message
  ADD CONSTRAINT chat_message_values CHECK (
    sender IN ('user', 'support') AND (text IS NOT NULL OR image_file_id IS NOT NULL));
ALTER TABLE customer_service
  ADD CONSTRAINT customer_service_values CHECK (
    link_type IN ('url', 'email', 'phone', 'internal') AND icon_type IN ('url', 'other'));

ALTER TABLE document
  ADD CONSTRAINT document_type CHECK (type IN ('privacy-policy', 'terms-conditions', 'about-us', 'legality', 'whitepaper'));
ALTER TABLE stored_file
  ADD CONSTRAINT stored_file_values CHECK (visibility IN ('private', 'public') AND byte_size > 0);

-- The audit log: append-only, hash-chained, partitioned by month.
CREATE TABLE audit_entry (
  seq bigint NOT NULL,
  at timestamptz(6) NOT NULL DEFAULT app_now(),
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text,
  subject_user_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (seq, at)
) PARTITION BY RANGE (at);
CREATE TABLE audit_entry_default PARTITION OF audit_entry DEFAULT;
CREATE INDEX audit_entry_subject_user_id_seq_idx ON audit_entry (subject_user_id, seq DESC);
CREATE INDEX audit_entry_actor_id_seq_idx ON audit_entry (actor_id, seq DESC);
CREATE INDEX audit_entry_action_seq_idx ON audit_entry (action, seq DESC);

-- The newest link of the chain; its row lock puts concurrent entries in order.
CREATE TABLE audit_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit_head VALUES (true, 0, sha256('audit chain'::bytea));

ALTER TABLE audit_entry OWNER TO ledger_owner;
ALTER TABLE audit_entry_default OWNER TO ledger_owner;
ALTER TABLE audit_head OWNER TO ledger_owner;

-- What an entry's hash covers, in one place for writing and for verifying.
CREATE FUNCTION audit_hash(p_previous bytea, e audit_entry) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = public, pg_temp SET timezone = 'UTC'
  AS $$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(
    e.seq, e.at, e.actor_id, e.actor_name, e.action, e.target_type, e.target_id,
    e.subject_user_id, e.before, e.after, e.reason, e.request_id, e.ip)::text, 'UTF8'))
$$;

-- Appends one entry and returns its sequence number.
CREATE FUNCTION audit_append(
  p_actor_id uuid, p_actor_name text, p_action text, p_target_type text, p_target_id text,
  p_subject_user_id uuid, p_before jsonb, p_after jsonb, p_reason text, p_request_id text, p_ip text
) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  head audit_head;
  e audit_entry;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  e.seq := head.seq + 1;
  e.at := app_now();
  e.actor_id := p_actor_id;
  e.actor_name := p_actor_name;
  e.action := p_action;
  e.target_type := p_target_type;
  e.target_id := p_target_id;
  e.subject_user_id := p_subject_user_id;
  e.before := p_before;
  e.after := p_after;
  e.reason := p_reason;
  e.request_id := p_request_id;
  e.ip := p_ip;
  e.previous_hash := head.hash;
  e.hash := audit_hash(head.hash, e);
  INSERT INTO audit_entry SELECT e.*;
  UPDATE audit_head SET seq = e.seq, hash = e.hash;
  RETURN e.seq;
END
$$;
ALTER FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text) OWNER TO ledger_owner;

-- Number of the first entry that the chain does not explain, or null when it holds from end to end.
CREATE FUNCTION audit_first_broken() RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT min(seq) FROM (
    SELECT e.seq,
      e.hash IS DISTINCT FROM audit_hash(e.previous_hash, e)
      OR e.previous_hash IS DISTINCT FROM coalesce(lag(e.hash) OVER w, sha256('audit chain'::bytea))
      OR e.seq IS DISTINCT FROM coalesce(lag(e.seq) OVER w, 0) + 1 AS broken
    FROM audit_entry e WINDOW w AS (ORDER BY e.seq)
    UNION ALL
    SELECT h.seq, h.seq <> coalesce((SELECT max(seq) FROM audit_entry), 0)
      OR h.hash IS DISTINCT FROM coalesce(
        (SELECT e.hash FROM audit_entry e WHERE e.seq = h.seq), sha256('audit chain'::bytea))
    FROM audit_head h
  ) checked WHERE broken
$$;
ALTER FUNCTION audit_first_broken() OWNER TO ledger_owner;

-- Shared by every append-only table.
CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Makes the monthly partitions of a table for this month and the next ones. Rows that
-- already wait in the default partition stay there; nothing is lost when a month is late.
CREATE FUNCTION ensure_month_partitions(p_table regclass, p_months_ahead int DEFAULT 3) RETURNS int
  LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC'
  AS $$
DECLARE
  month date;
  made int := 0;
  base text := (SELECT relname FROM pg_class WHERE oid = p_table);
BEGIN
  FOR i IN 0..p_months_ahead LOOP
    month := (date_trunc('month', app_now()) + make_interval(months => i))::date;
    IF to_regclass(format('%I', base || to_char(month, '_YYYY_MM'))) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          base || to_char(month, '_YYYY_MM'), base,
          month::timestamptz, (month + interval '1 month')::timestamptz);
        made := made + 1;
      EXCEPTION WHEN check_violation OR duplicate_table THEN NULL;
      END;
    END IF;
  END LOOP;
  RETURN made;
END
$$;
SET ROLE ledger_owner;
SELECT ensure_month_partitions('audit_entry');
RESET ROLE;
