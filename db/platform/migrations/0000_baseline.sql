CREATE TABLE `account_day` (
	`user_id` integer NOT NULL,
	`day` integer NOT NULL,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`value` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `kind`, `asset_id`)
);
--> statement-breakpoint
CREATE TABLE `day_total` (
	`day` integer NOT NULL,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `asset_id`)
);
--> statement-breakpoint
CREATE TABLE `buy_event` (
	`kind` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`received_at` integer NOT NULL,
	`applied_at` integer,
	PRIMARY KEY(`kind`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `buy_event_unapplied` ON `buy_event` (`received_at`) WHERE applied_at is null;--> statement-breakpoint
CREATE TABLE `buy_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`payer` text NOT NULL,
	`text` text NOT NULL,
	`state` text NOT NULL,
	`problem` text,
	`order_id` integer,
	`note` text DEFAULT '' NOT NULL,
	`imported_by` integer NOT NULL,
	`imported_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buy_line_digest_unique` ON `buy_line` (`digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `buy_line_of_order` ON `buy_line` (`order_id`) WHERE state = 'matched';--> statement-breakpoint
CREATE INDEX `buy_line_by_state` ON `buy_line` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `buy_order` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text NOT NULL,
	`quote_id` text NOT NULL,
	`reference` text NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`route` text NOT NULL,
	`rate` text NOT NULL,
	`fee_rate` text NOT NULL,
	`pay` integer NOT NULL,
	`arrived` integer,
	`asset_id` integer NOT NULL,
	`fee` text NOT NULL,
	`receives` text NOT NULL,
	`bank` text NOT NULL,
	`payer` text NOT NULL,
	`voucher` text DEFAULT '' NOT NULL,
	`voucher_digest` text,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`checkout_id` text DEFAULT '' NOT NULL,
	`checkout_url` text DEFAULT '' NOT NULL,
	`payment_id` integer,
	`problem` text,
	`is_tell_owed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`pay_until` integer NOT NULL,
	`paid_at` integer,
	`reviewed_at` integer,
	`settled_at` integer,
	CONSTRAINT "buy_order_state" CHECK("buy_order"."state" in ('to_pay', 'review', 'paid', 'done', 'expired', 'cancelled', 'refused', 'refunded'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buy_order_reference_unique` ON `buy_order` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `buy_order_by_command` ON `buy_order` (`user_id`,`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `buy_order_by_quote` ON `buy_order` (`user_id`,`quote_id`);--> statement-breakpoint
CREATE INDEX `buy_order_by_user` ON `buy_order` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `buy_order_waiting` ON `buy_order` (`pay_until`) WHERE state = 'to_pay';--> statement-breakpoint
CREATE INDEX `buy_order_unopened` ON `buy_order` (`id`) WHERE state = 'review' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `buy_order_uncredited` ON `buy_order` (`id`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `buy_order_by_state` ON `buy_order` (`state`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `buy_order_of_payment` ON `buy_order` (`payment_id`) WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX `buy_order_untold` ON `buy_order` (`id`) WHERE is_tell_owed = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `buy_order_of_voucher` ON `buy_order` (`voucher_digest`) WHERE state in ('review', 'paid', 'done');--> statement-breakpoint
CREATE TABLE `buy_payment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`provider_id` text NOT NULL,
	`reference` text NOT NULL,
	`order_id` integer,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`refunded` integer NOT NULL,
	`disputes` text DEFAULT '{}' NOT NULL,
	`settled_gone` integer DEFAULT 0 NOT NULL,
	`payer` text DEFAULT '' NOT NULL,
	`paid_at` integer,
	`problem` text,
	`settled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buy_payment_by_provider` ON `buy_payment` (`kind`,`provider_id`);--> statement-breakpoint
CREATE TABLE `buy_route` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`route` text NOT NULL,
	`fee` text NOT NULL,
	`pay_min` integer NOT NULL,
	`pay_max` integer NOT NULL,
	`pay_hours` integer NOT NULL,
	`rate_hours_max` integer NOT NULL,
	`rate_checked_at` integer NOT NULL,
	`bank_name` text NOT NULL,
	`bank_holder` text NOT NULL,
	`bank_account` text NOT NULL,
	`bank_code` text NOT NULL,
	`is_offered` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buy_route_of` ON `buy_route` (`country`,`currency`,`route`);--> statement-breakpoint
CREATE TABLE `asset` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`logo` text NOT NULL,
	`scale` integer NOT NULL,
	`wallets` text NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "asset_scale" CHECK("asset"."scale" between 0 and 20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_code_unique` ON `asset` (`code`);--> statement-breakpoint
CREATE TABLE `asset_network` (
	`asset_id` integer NOT NULL,
	`name` text NOT NULL,
	`confirmations_min` integer NOT NULL,
	`deposit_min` text DEFAULT '0' NOT NULL,
	`withdrawal_fee` text DEFAULT '0' NOT NULL,
	`withdrawal_min` text DEFAULT '0' NOT NULL,
	`is_deposit_open` integer DEFAULT true NOT NULL,
	`is_withdrawal_open` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	PRIMARY KEY(`asset_id`, `name`),
	FOREIGN KEY (`asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fiat` (
	`code` text PRIMARY KEY NOT NULL,
	`rate` text NOT NULL,
	`follows_reference` integer DEFAULT true NOT NULL,
	`scale` integer NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "fiat_scale" CHECK("fiat"."scale" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE `fiat_reference` (
	`code` text PRIMARY KEY NOT NULL,
	`rate` text NOT NULL,
	`day` text NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pair` (
	`id` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`base_asset_id` integer NOT NULL,
	`quote_asset_id` integer NOT NULL,
	`price_decimals` integer NOT NULL,
	`tick_steps` integer DEFAULT 1 NOT NULL,
	`quantity_decimals` integer NOT NULL,
	`maker_fee` text NOT NULL,
	`taker_fee` text NOT NULL,
	`quantity_min` integer NOT NULL,
	`quantity_max` integer NOT NULL,
	`notional_min` text NOT NULL,
	`price_band` text NOT NULL,
	`open_orders_max` integer NOT NULL,
	`is_house_on` integer DEFAULT true NOT NULL,
	`house_levels` integer NOT NULL,
	`house_spread` text NOT NULL,
	`house_level_step` text NOT NULL,
	`house_size` integer NOT NULL,
	`house_inventory_at_full_skew` integer NOT NULL,
	`house_inventory_max` integer NOT NULL,
	`breaker_move` text NOT NULL,
	`is_tradable` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`base_asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pair_sides_differ" CHECK("pair"."base_asset_id" <> "pair"."quote_asset_id"),
	CONSTRAINT "pair_quantity_bounds" CHECK("pair"."quantity_min" > 0 and "pair"."quantity_max" between "pair"."quantity_min" and 9007199254740991)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pair_symbol_unique` ON `pair` (`symbol`);--> statement-breakpoint
CREATE TABLE `chat_hidden` (
	`user_id` integer NOT NULL,
	`author` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `author`)
);
--> statement-breakpoint
CREATE TABLE `chat_mute` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`until` integer,
	`reason` text NOT NULL,
	`staff_id` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_report` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`room` text NOT NULL,
	`line_no` integer NOT NULL,
	`user_id` integer NOT NULL,
	`writer_id` integer NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_report_once` ON `chat_report` (`room`,`line_no`,`user_id`);--> statement-breakpoint
CREATE INDEX `chat_report_by_state` ON `chat_report` (`closed_at`,`id`);--> statement-breakpoint
CREATE TABLE `supply_claim` (
	`no` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ref` text NOT NULL,
	`product` text NOT NULL,
	`item` text NOT NULL,
	`user_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`refusal` text,
	`left_before` integer,
	`up_to` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `supply_claim_ref_unique` ON `supply_claim` (`ref`);--> statement-breakpoint
CREATE INDEX `supply_claim_by_item` ON `supply_claim` (`product`,`item`,`no`);--> statement-breakpoint
CREATE INDEX `supply_claim_by_user` ON `supply_claim` (`product`,`item`,`user_id`);--> statement-breakpoint
CREATE TABLE `supply_taken` (
	`product` text NOT NULL,
	`item` text NOT NULL,
	`taken` integer NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`product`, `item`)
);
--> statement-breakpoint
CREATE TABLE `calling_area` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`calling_code` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calling_area_country_unique` ON `calling_area` (`country`);--> statement-breakpoint
CREATE TABLE `menu_item` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`icon` text NOT NULL,
	`url` text NOT NULL,
	`open_type` text NOT NULL,
	`is_financial` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "menu_item_open_type" CHECK("menu_item"."open_type" in ('navigateTo', 'redirectTo', 'reLaunch', 'switchTab'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `menu_item_title_unique` ON `menu_item` (`title`);--> statement-breakpoint
CREATE TABLE `news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`cover` text DEFAULT '' NOT NULL,
	`thumbnail` text DEFAULT '' NOT NULL,
	`is_popup` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT true NOT NULL,
	`published_at` integer NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `news_by_category` ON `news` (`category_id`,`is_shown`,`published_at`);--> statement-breakpoint
CREATE TABLE `news_text` (
	`news_id` integer NOT NULL,
	`language` text NOT NULL,
	`title` text NOT NULL,
	`abstract` text NOT NULL,
	`content` text NOT NULL,
	`seeded` integer,
	PRIMARY KEY(`news_id`, `language`),
	FOREIGN KEY (`news_id`) REFERENCES `news`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `setting_id_unique` ON `setting` (`id`);--> statement-breakpoint
CREATE TABLE `site_text` (
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`seeded` integer,
	PRIMARY KEY(`kind`, `language`)
);
--> statement-breakpoint
CREATE TABLE `copy_term` (
	`id` integer PRIMARY KEY NOT NULL,
	`copy_multiple_max` integer NOT NULL,
	`lots_max` integer NOT NULL,
	`traders_max` integer NOT NULL,
	`share_max` text NOT NULL,
	`slippage_max` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	CONSTRAINT "copy_term_one" CHECK("copy_term"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `trader` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`nickname` text NOT NULL,
	`words` text NOT NULL,
	`share` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`applied_at` integer NOT NULL,
	`decided_at` integer,
	`closed_at` integer,
	`is_close_owed` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`followers` integer DEFAULT 0 NOT NULL,
	`ended` integer DEFAULT 0 NOT NULL,
	`profit` text DEFAULT '0' NOT NULL,
	`return_rate` text DEFAULT '0' NOT NULL,
	`accuracy` text DEFAULT '0' NOT NULL,
	`drawdown` text DEFAULT '0' NOT NULL,
	`copies` integer DEFAULT 0 NOT NULL,
	`copies_won` integer DEFAULT 0 NOT NULL,
	`copies_net` text DEFAULT '0' NOT NULL,
	`curve` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "trader_state" CHECK("trader"."state" in ('review', 'rejected', 'active', 'closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trader_by_application` ON `trader` (`application_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trader_by_nickname` ON `trader` (lower("nickname"));--> statement-breakpoint
CREATE INDEX `trader_by_state` ON `trader` (`state`,`followers`);--> statement-breakpoint
CREATE INDEX `trader_close_owed` ON `trader` (`user_id`) WHERE "trader"."is_close_owed" = 1;--> statement-breakpoint
CREATE TABLE `account_count` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`is_sound` integer NOT NULL,
	`entry_count` integer NOT NULL,
	`undelivered` integer NOT NULL,
	`sums` text NOT NULL,
	`heard` text DEFAULT '[]' NOT NULL,
	`problems` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_count_by_time` ON `account_count` (`at`);--> statement-breakpoint
CREATE INDEX `account_count_unsound` ON `account_count` (`user_id`) WHERE is_sound = 0;--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`facts` text NOT NULL,
	`command_id` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_command_id_unique` ON `audit_entry` (`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entry_previous_hash_unique` ON `audit_entry` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_staff` ON `audit_entry` (`staff_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_action` ON `audit_entry` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_entry_by_target` ON `audit_entry` (`target`,`seq`);--> statement-breakpoint
CREATE TABLE `correction` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`reason` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `correction_by_user` ON `correction` (`user_id`);--> statement-breakpoint
CREATE TABLE `count_total` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`sums` text NOT NULL,
	`heard` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `proposal` (
	`id` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`password_hash` text,
	`totp_secret` text,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`invite_hash` text,
	`invite_expires_at` integer,
	`created_at` integer NOT NULL,
	`standing_since` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "staff_role" CHECK("staff"."role" in ('support', 'reviewer', 'finance', 'admin', 'auditor')),
	CONSTRAINT "staff_state" CHECK("staff"."state" in ('invited', 'active', 'disabled')),
	CONSTRAINT "staff_password" CHECK("staff"."state" <> 'active' or "staff"."password_hash" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invite_hash_unique` ON `staff` (`invite_hash`);--> statement-breakpoint
CREATE TABLE `staff_customer` (
	`staff_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`declared_at` integer NOT NULL,
	PRIMARY KEY(`staff_id`, `user_id`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `staff_passkey` (
	`staff_id` integer NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_passkey_by_staff` ON `staff_passkey` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_session` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip` text NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_session_by_staff` ON `staff_session` (`staff_id`);--> statement-breakpoint
CREATE INDEX `staff_session_by_expiry` ON `staff_session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sweep_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bank_card` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`fields` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `chain_cursor` (
	`network` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL,
	`read_at` integer NOT NULL,
	`behind_since` integer,
	`behind_by` integer,
	`gap_from` integer,
	`gap_to` integer
);
--> statement-breakpoint
CREATE TABLE `deposit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text DEFAULT '' NOT NULL,
	`amount` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`voucher` text DEFAULT '' NOT NULL,
	`voucher_digest` text,
	`tx_id` text,
	`output_index` integer,
	`height` integer,
	`block_hash` text,
	`confirmations` integer DEFAULT 0 NOT NULL,
	`confirmations_min` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`is_credited` integer DEFAULT false NOT NULL,
	`rounds` integer DEFAULT 0 NOT NULL,
	`missing` text,
	`looked_at` integer,
	`missed_looks` integer DEFAULT 0 NOT NULL,
	`missed_since` integer,
	`created_at` integer NOT NULL,
	`reviewed_at` integer,
	`settled_at` integer,
	CONSTRAINT "deposit_state" CHECK("deposit"."state" in ('confirming', 'review', 'passed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_by_command` ON `deposit` (`user_id`,`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_by_transfer` ON `deposit` (`network`,`tx_id`,`output_index`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_of_transaction` ON `deposit` (`network`,`tx_id`,`address`,`asset_id`) WHERE output_index is null and tx_id is not null;--> statement-breakpoint
CREATE INDEX `deposit_by_user` ON `deposit` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `deposit_confirming` ON `deposit` (`network`) WHERE state = 'confirming';--> statement-breakpoint
CREATE INDEX `deposit_settled` ON `deposit` (`network`,`settled_at`) WHERE kind = 'chain';--> statement-breakpoint
CREATE INDEX `deposit_passed` ON `deposit` (`state`,`settled_at`);--> statement-breakpoint
CREATE INDEX `deposit_by_voucher` ON `deposit` (`voucher_digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_of_voucher` ON `deposit` (`network`,`voucher_digest`) WHERE state in ('review', 'passed');--> statement-breakpoint
CREATE INDEX `deposit_waiting` ON `deposit` (`user_id`) WHERE state = 'review' and kind <> 'chain';--> statement-breakpoint
CREATE INDEX `deposit_recalled` ON `deposit` (`network`) WHERE state = 'review' and is_credited = 1;--> statement-breakpoint
CREATE INDEX `deposit_owing` ON `deposit` (`network`) WHERE missing is not null;--> statement-breakpoint
CREATE TABLE `payout_batch` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`network` text NOT NULL,
	`method` text NOT NULL,
	`proposal_id` text NOT NULL,
	`document` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batch_proposal_id_unique` ON `payout_batch` (`proposal_id`);--> statement-breakpoint
CREATE TABLE `payout_send` (
	`withdrawal_id` integer NOT NULL,
	`tx_id` text NOT NULL,
	`network` text NOT NULL,
	`asset_id` integer NOT NULL,
	`raw` text DEFAULT '' NOT NULL,
	`nonce` integer,
	`state` text NOT NULL,
	`paid` text NOT NULL,
	`network_fee` text NOT NULL,
	`missed_since` integer,
	`looked_at` integer,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`withdrawal_id`, `tx_id`),
	CONSTRAINT "payout_send_state" CHECK("payout_send"."state" in ('sent', 'paid', 'stray', 'failed', 'gone'))
);
--> statement-breakpoint
CREATE INDEX `payout_send_watched` ON `payout_send` (`network`,`looked_at`) WHERE state in ('sent', 'gone');--> statement-breakpoint
CREATE INDEX `payout_send_by_transaction` ON `payout_send` (`tx_id`);--> statement-breakpoint
CREATE TABLE `receiving_address` (
	`network` text NOT NULL,
	`address` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`network`, `address`)
);
--> statement-breakpoint
CREATE INDEX `receiving_address_by_user` ON `receiving_address` (`user_id`);--> statement-breakpoint
CREATE TABLE `saved_address` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`qrcode` text DEFAULT '' NOT NULL,
	`changed_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_address_of_user` ON `saved_address` (`user_id`,`asset_id`,`network`,`address`,`memo`);--> statement-breakpoint
CREATE TABLE `simulated_transfer` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`network` text NOT NULL,
	`tx_id` text NOT NULL,
	`asset_code` text NOT NULL,
	`amount` text NOT NULL,
	`address` text NOT NULL,
	`memo` text NOT NULL,
	`height` integer NOT NULL,
	`is_orphaned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `simulated_transfer_tx_id_unique` ON `simulated_transfer` (`tx_id`);--> statement-breakpoint
CREATE INDEX `simulated_transfer_by_height` ON `simulated_transfer` (`network`,`height`);--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text NOT NULL,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text DEFAULT '' NOT NULL,
	`target` text NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`card` text DEFAULT '' NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`btc_value` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`travel_sealed` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`is_cancel_owed` integer DEFAULT false NOT NULL,
	`batch_id` integer,
	`tx_id` text DEFAULT '' NOT NULL,
	`confirmations` integer DEFAULT 0 NOT NULL,
	`confirmations_min` integer DEFAULT 0 NOT NULL,
	`nonce` integer,
	`problem` text DEFAULT '' NOT NULL,
	`rounds` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "withdrawal_state" CHECK("withdrawal"."state" in ('draft', 'void', 'review', 'approved', 'signing', 'sent', 'passed', 'failed', 'cancelled')),
	CONSTRAINT "withdrawal_paid_by" CHECK("withdrawal"."state" not in ('sent', 'passed') or "withdrawal"."tx_id" <> '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawal_by_command` ON `withdrawal` (`user_id`,`command_id`);--> statement-breakpoint
CREATE INDEX `withdrawal_by_user` ON `withdrawal` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawal_passed` ON `withdrawal` (`state`,`settled_at`);--> statement-breakpoint
CREATE INDEX `withdrawal_draft` ON `withdrawal` (`created_at`) WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX `withdrawal_cancel_owed` ON `withdrawal` (`is_cancel_owed`) WHERE is_cancel_owed = 1;--> statement-breakpoint
CREATE INDEX `withdrawal_unpaid` ON `withdrawal` (`network`) WHERE state in ('approved', 'signing', 'sent');--> statement-breakpoint
CREATE INDEX `withdrawal_of_batch` ON `withdrawal` (`batch_id`);--> statement-breakpoint
CREATE TABLE `futures_term` (
	`symbol` text PRIMARY KEY NOT NULL,
	`lot_size` text NOT NULL,
	`leverages` text NOT NULL,
	`spread` text NOT NULL,
	`fee` text NOT NULL,
	`overnight` text NOT NULL,
	`liquidation_fee` text NOT NULL,
	`lots_min` integer NOT NULL,
	`lots_max` integer NOT NULL,
	`exposure_max` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`symbol`) REFERENCES `pair`(`symbol`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "futures_term_lots" CHECK("futures_term"."lots_min" > 0 and "futures_term"."lots_max" between "futures_term"."lots_min" and 1000000000)
);
--> statement-breakpoint
CREATE TABLE `futures_tier` (
	`symbol` text NOT NULL,
	`tier` integer NOT NULL,
	`up_to` text NOT NULL,
	`maintenance` text NOT NULL,
	`leverage_max` integer NOT NULL,
	PRIMARY KEY(`symbol`, `tier`),
	FOREIGN KEY (`symbol`) REFERENCES `futures_term`(`symbol`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `game_term` (
	`asset` text PRIMARY KEY NOT NULL,
	`stake_min` text NOT NULL,
	`stake_max` text NOT NULL,
	`gain_max` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `product_gate` (
	`product` text NOT NULL,
	`country` text NOT NULL,
	`is_open` integer NOT NULL,
	PRIMARY KEY(`product`, `country`)
);
--> statement-breakpoint
CREATE TABLE `attempt_counter` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempt_counter_by_expiry` ON `attempt_counter` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text,
	`mobile` text,
	`mobile_national` text,
	`password_hash` text NOT NULL,
	`pay_password_hash` text,
	`withdrawals_locked_until` integer,
	`email_reset_from` integer,
	`mobile_reset_from` integer,
	`mobile_login_from` integer,
	`phrase` text DEFAULT '' NOT NULL,
	`nickname` text NOT NULL,
	`head_portrait` text DEFAULT '' NOT NULL,
	`signature` text DEFAULT '' NOT NULL,
	`score` integer DEFAULT 100 NOT NULL,
	`level` integer DEFAULT 0 NOT NULL,
	`level_revision` integer DEFAULT 0 NOT NULL,
	`language` text NOT NULL,
	`invite_code` text NOT NULL,
	`inviter_id` integer,
	`review_status` integer DEFAULT 0 NOT NULL,
	`advanced_review_status` integer DEFAULT 0 NOT NULL,
	`real_name` text DEFAULT '' NOT NULL,
	`is_seller` integer DEFAULT false NOT NULL,
	`is_market_maker` integer DEFAULT false NOT NULL,
	`is_professional` integer DEFAULT false NOT NULL,
	`demo_grant_owed` text,
	`is_session_end_owed` integer DEFAULT false NOT NULL,
	`is_promotion_owed` integer DEFAULT false NOT NULL,
	`is_trading_frozen` integer DEFAULT false NOT NULL,
	`is_withdrawal_frozen` integer DEFAULT false NOT NULL,
	`freeze_revision` integer DEFAULT 0 NOT NULL,
	`is_freeze_owed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`password_changed_at` integer NOT NULL,
	`closed_at` integer,
	CONSTRAINT "user_has_account" CHECK("user"."email" is not null or "user"."mobile" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_mobile_unique` ON `user` (`mobile`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_invite_code_unique` ON `user` (`invite_code`);--> statement-breakpoint
CREATE INDEX `user_by_inviter` ON `user` (`inviter_id`);--> statement-breakpoint
CREATE INDEX `user_by_closing` ON `user` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `user_by_mobile_national` ON `user` (`mobile_national`);--> statement-breakpoint
CREATE INDEX `user_by_session_end_owed` ON `user` (`is_session_end_owed`) WHERE is_session_end_owed = 1;--> statement-breakpoint
CREATE INDEX `user_by_freeze_owed` ON `user` (`is_freeze_owed`) WHERE is_freeze_owed = 1;--> statement-breakpoint
CREATE INDEX `user_by_promotion_owed` ON `user` (`is_promotion_owed`) WHERE is_promotion_owed = 1;--> statement-breakpoint
CREATE INDEX `user_by_demo_grant_owed` ON `user` (`demo_grant_owed`) WHERE demo_grant_owed is not null;--> statement-breakpoint
CREATE TABLE `verification_code` (
	`target` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text,
	`requester` text NOT NULL,
	`tries_left` integer NOT NULL,
	`own_tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`target`, `purpose`, `requester`)
);
--> statement-breakpoint
CREATE INDEX `verification_code_by_expiry` ON `verification_code` (`expires_at`);--> statement-breakpoint
CREATE TABLE `ieo_block` (
	`project_id` integer NOT NULL,
	`tree` text NOT NULL,
	`no` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`project_id`, `tree`, `no`)
);
--> statement-breakpoint
CREATE TABLE `ieo_project` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`mode` text NOT NULL,
	`cost` text NOT NULL,
	`supply` integer NOT NULL,
	`min_quantity` integer NOT NULL,
	`applicant_max` integer NOT NULL,
	`pays` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`listing_at` integer NOT NULL,
	`lock_days` integer NOT NULL,
	`picture` text DEFAULT '' NOT NULL,
	`website` text DEFAULT '' NOT NULL,
	`white_paper` text DEFAULT '' NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`is_shown` integer DEFAULT true NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ieo_project_times" CHECK("ieo_project"."starts_at" < "ieo_project"."ends_at" AND "ieo_project"."ends_at" <= "ieo_project"."listing_at"),
	CONSTRAINT "ieo_project_quantities" CHECK("ieo_project"."min_quantity" BETWEEN 1 AND "ieo_project"."applicant_max" AND "ieo_project"."supply" >= 1),
	CONSTRAINT "ieo_project_lock_days" CHECK("ieo_project"."lock_days" >= 1)
);
--> statement-breakpoint
CREATE INDEX `ieo_project_by_start` ON `ieo_project` (`starts_at`);--> statement-breakpoint
CREATE TABLE `ieo_run` (
	`project_id` integer PRIMARY KEY NOT NULL,
	`phase` text NOT NULL,
	`cursor` integer NOT NULL,
	`claims` integer NOT NULL,
	`total` integer NOT NULL,
	`claims_root` text,
	`committed_at` integer,
	`logged_at` integer,
	`shared_at` integer,
	`tick` text,
	`shared` integer NOT NULL,
	`dealt` integer NOT NULL,
	`last_remainder` integer,
	`last_first` integer,
	`root` text,
	`started_at` integer NOT NULL,
	`listed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `ieo_project`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `ieo_share` (
	`claim_no` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`position` integer NOT NULL,
	`applied` integer NOT NULL,
	`first_claim` integer NOT NULL,
	`applied_before` integer NOT NULL,
	`applied_in_all` integer NOT NULL,
	`whole` integer NOT NULL,
	`remainder` integer NOT NULL,
	`is_told` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ieo_share_by_position` ON `ieo_share` (`project_id`,`position`);--> statement-breakpoint
CREATE INDEX `ieo_share_by_remainder` ON `ieo_share` (`project_id`,"remainder" DESC,`claim_no`) WHERE "ieo_share"."applied_before" = 0;--> statement-breakpoint
CREATE INDEX `ieo_share_untold` ON `ieo_share` (`project_id`,`user_id`,`claim_no`) WHERE "ieo_share"."is_told" = 0;--> statement-breakpoint
CREATE TABLE `ieo_text` (
	`project_id` integer NOT NULL,
	`language` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`project_id`, `language`),
	FOREIGN KEY (`project_id`) REFERENCES `ieo_project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invest_fixing` (
	`symbol` text NOT NULL,
	`at` integer NOT NULL,
	`steps` integer,
	`receipt_id` text,
	PRIMARY KEY(`symbol`, `at`)
);
--> statement-breakpoint
CREATE TABLE `invest_rung` (
	`id` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`call_or_put` text NOT NULL,
	`distance` text NOT NULL,
	`round_to` integer NOT NULL,
	`every_days` integer NOT NULL,
	`apr` text NOT NULL,
	`shares` integer NOT NULL,
	`user_shares` integer NOT NULL,
	`is_open` integer NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`symbol`) REFERENCES `pair`(`symbol`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invest_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rung_id` integer NOT NULL,
	`name` text NOT NULL,
	`symbol` text NOT NULL,
	`kind` text NOT NULL,
	`strike` integer NOT NULL,
	`apr` text NOT NULL,
	`shares` integer NOT NULL,
	`user_shares` integer NOT NULL,
	`opens_at` integer NOT NULL,
	`matures_at` integer NOT NULL,
	`is_open` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invest_series_name_unique` ON `invest_series` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `invest_series_by_rung` ON `invest_series` (`rung_id`,`matures_at`);--> statement-breakpoint
CREATE INDEX `invest_series_by_time` ON `invest_series` (`matures_at`);--> statement-breakpoint
CREATE TABLE `liability_asset` (
	`run_no` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`code` text NOT NULL,
	`scale` integer NOT NULL,
	`size` integer NOT NULL,
	`equity` text NOT NULL,
	`debt` text NOT NULL,
	`hash` text NOT NULL,
	`users_equity` text NOT NULL,
	`users_debt` text NOT NULL,
	`insurance` text NOT NULL,
	`inviters` text NOT NULL,
	`reserve` text NOT NULL,
	`demo` text NOT NULL,
	PRIMARY KEY(`run_no`, `asset_id`)
);
--> statement-breakpoint
CREATE TABLE `liability_block` (
	`run_no` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`first_hash` text NOT NULL,
	`hash` text NOT NULL,
	`equity` text NOT NULL,
	`debt` text NOT NULL,
	`size` integer NOT NULL,
	PRIMARY KEY(`run_no`, `asset_id`, `first_hash`)
);
--> statement-breakpoint
CREATE TABLE `liability_leaf` (
	`run_no` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`hash` text NOT NULL,
	`holder` text NOT NULL,
	`part` integer NOT NULL,
	`equity` text NOT NULL,
	`debt` text NOT NULL,
	PRIMARY KEY(`run_no`, `asset_id`, `hash`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `liability_leaf_by_holder` ON `liability_leaf` (`run_no`,`holder`,`asset_id`,`part`);--> statement-breakpoint
CREATE TABLE `liability_run` (
	`no` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`phase` text NOT NULL,
	`step` integer NOT NULL,
	`revision` integer NOT NULL,
	`secret` text NOT NULL,
	`user_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`last_hash` text NOT NULL,
	`totals` text NOT NULL,
	`users` integer NOT NULL,
	`counted` integer NOT NULL,
	`oldest_at` integer,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`root` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `liability_run_by_day` ON `liability_run` (`day`) WHERE "liability_run"."phase" <> 'dropped';--> statement-breakpoint
CREATE INDEX `liability_run_by_phase` ON `liability_run` (`phase`,`no`);--> statement-breakpoint
CREATE TABLE `loan_request` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`margin_asset_id` integer NOT NULL,
	`term_id` integer NOT NULL,
	`term_version` text NOT NULL,
	`days` integer NOT NULL,
	`daily_rate` text NOT NULL,
	`late_rate` text NOT NULL,
	`pictures` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`opened_at` integer,
	`due_at` integer,
	`ended_at` integer,
	`owed` text,
	`called` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "loan_request_state" CHECK("loan_request"."state" in ('review', 'cancelled', 'refused', 'lapsed', 'running', 'repaid', 'seized'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `loan_request_by_command` ON `loan_request` (`user_id`,`command_id`);--> statement-breakpoint
CREATE INDEX `loan_request_by_user` ON `loan_request` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `loan_request_by_state` ON `loan_request` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `loan_term` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`days` integer NOT NULL,
	`daily_rate` text NOT NULL,
	`late_rate` text NOT NULL,
	`worth_min` text NOT NULL,
	`worth_max` text NOT NULL,
	`is_open` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `loan_term_of` ON `loan_term` (`asset_id`,`days`);--> statement-breakpoint
CREATE TABLE `mining_due` (
	`user_id` integer NOT NULL,
	`order_no` integer NOT NULL,
	`product_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`steps` integer NOT NULL,
	`principal` text NOT NULL,
	`yields` text NOT NULL,
	`due_at` integer NOT NULL,
	`is_live` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`user_id`, `order_no`)
);
--> statement-breakpoint
CREATE INDEX `mining_due_by_time` ON `mining_due` (`is_live`,`due_at`);--> statement-breakpoint
CREATE TABLE `mining_product` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`days` integer NOT NULL,
	`lock_min` text NOT NULL,
	`lock_max` text NOT NULL,
	`step` text NOT NULL,
	`quota` integer NOT NULL,
	`daily_rate` text NOT NULL,
	`middle_from` text NOT NULL,
	`middle_rate` text NOT NULL,
	`high_from` text NOT NULL,
	`high_rate` text NOT NULL,
	`penalty_ratio` text NOT NULL,
	`pay_minute` integer NOT NULL,
	`is_open` integer NOT NULL,
	`is_listed` integer NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `nft_artist` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`nickname` text NOT NULL,
	`portrait` text DEFAULT '' NOT NULL,
	`words` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_artist_user_id_unique` ON `nft_artist` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `nft_artist_by_nickname` ON `nft_artist` (lower("nickname"));--> statement-breakpoint
CREATE TABLE `nft_event` (
	`ref` text PRIMARY KEY NOT NULL,
	`work_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_id` integer,
	`to_id` integer,
	`asset` text,
	`price` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`work_id`) REFERENCES `nft_work`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `nft_event_by_work` ON `nft_event` (`work_id`,`at`);--> statement-breakpoint
CREATE TABLE `nft_favourite` (
	`user_id` integer NOT NULL,
	`work_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `work_id`),
	FOREIGN KEY (`work_id`) REFERENCES `nft_work`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `nft_favourite_by_work` ON `nft_favourite` (`work_id`);--> statement-breakpoint
CREATE TABLE `nft_lot` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_id` integer NOT NULL,
	`seller_id` integer,
	`mode` text NOT NULL,
	`is_box` integer DEFAULT false NOT NULL,
	`is_resale` integer DEFAULT false NOT NULL,
	`asset` text NOT NULL,
	`ask` text NOT NULL,
	`step` text NOT NULL,
	`margin` text NOT NULL,
	`sale_from` integer NOT NULL,
	`sale_to` integer NOT NULL,
	`sale_to_most` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`highest` text,
	`highest_bidder_id` integer,
	`bid_count` integer DEFAULT 0 NOT NULL,
	`winner_id` integer,
	`sale_ref` text,
	`sold_at` integer,
	`pay_by` integer,
	`terms_version` integer NOT NULL,
	`commission` text NOT NULL,
	`royalty` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`work_id`) REFERENCES `nft_work`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nft_lot_times" CHECK("nft_lot"."sale_to" > "nft_lot"."sale_from" AND "nft_lot"."sale_to_most" >= "nft_lot"."sale_to"),
	CONSTRAINT "nft_lot_price" CHECK(typeof("nft_lot"."ask") = 'text' AND ("nft_lot"."ask" = '0' OR ("nft_lot"."ask" GLOB '[1-9]*' AND "nft_lot"."ask" NOT GLOB '*[^0-9]*')) AND "nft_lot"."ask" <> '0')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_lot_live` ON `nft_lot` (`work_id`) WHERE "nft_lot"."state" IN ('open', 'won');--> statement-breakpoint
CREATE INDEX `nft_lot_by_work` ON `nft_lot` (`work_id`,`id`);--> statement-breakpoint
CREATE INDEX `nft_lot_by_end` ON `nft_lot` (`state`,`sale_to`);--> statement-breakpoint
CREATE TABLE `nft_order` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`price` text NOT NULL,
	`state` text NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`pay_by` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`lot_id`) REFERENCES `nft_lot`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_order_lot_id_unique` ON `nft_order` (`lot_id`);--> statement-breakpoint
CREATE INDEX `nft_order_by_user` ON `nft_order` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `nft_prize` (
	`series_id` integer NOT NULL,
	`no` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`media` text NOT NULL,
	`poster` text DEFAULT '' NOT NULL,
	`rarity` text NOT NULL,
	`position` integer,
	`salt` text,
	PRIMARY KEY(`series_id`, `no`),
	FOREIGN KEY (`series_id`) REFERENCES `nft_series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_prize_by_position` ON `nft_prize` (`series_id`,`position`);--> statement-breakpoint
CREATE TABLE `nft_series` (
	`id` integer PRIMARY KEY NOT NULL,
	`artist_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`media` text NOT NULL,
	`chain` text NOT NULL,
	`asset` text NOT NULL,
	`ask` text NOT NULL,
	`royalty` text NOT NULL,
	`sale_from` integer NOT NULL,
	`sale_to` integer NOT NULL,
	`is_ready` integer DEFAULT false NOT NULL,
	`root` text,
	`committed_at` integer,
	`sold` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`artist_id`) REFERENCES `nft_artist`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nft_series_times" CHECK("nft_series"."sale_to" > "nft_series"."sale_from")
);
--> statement-breakpoint
CREATE TABLE `nft_term` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`commission` text NOT NULL,
	`royalty_min` text NOT NULL,
	`royalty_max` text NOT NULL,
	`margin_rate` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	CONSTRAINT "nft_term_one" CHECK("nft_term"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `nft_work` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`artist_id` integer NOT NULL,
	`kind` text NOT NULL,
	`media` text NOT NULL,
	`poster` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`rarity` text NOT NULL,
	`chain` text NOT NULL,
	`owner_id` integer,
	`royalty` text NOT NULL,
	`series_id` integer,
	`box_no` integer,
	`is_opened` integer DEFAULT true NOT NULL,
	`receipt_id` text,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`artist_id`) REFERENCES `nft_artist`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`) REFERENCES `nft_series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_work_code_unique` ON `nft_work` (`code`);--> statement-breakpoint
CREATE INDEX `nft_work_by_artist` ON `nft_work` (`artist_id`,`state`);--> statement-breakpoint
CREATE INDEX `nft_work_by_owner` ON `nft_work` (`owner_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `nft_work_by_box` ON `nft_work` (`series_id`,`box_no`);--> statement-breakpoint
CREATE TABLE `alarm_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`alarm` text NOT NULL,
	`labels` text NOT NULL,
	`state` text NOT NULL,
	`value` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alarm_event_by_time` ON `alarm_event` (`at`);--> statement-breakpoint
CREATE TABLE `alarm_hook` (
	`hook` text PRIMARY KEY NOT NULL,
	`taken` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_ringing` (
	`alarm` text NOT NULL,
	`labels` text NOT NULL,
	`since` integer NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`alarm`, `labels`)
);
--> statement-breakpoint
CREATE TABLE `backup_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `gauge_reading` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`samples` text NOT NULL,
	`history` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `metric_total` (
	`name` text NOT NULL,
	`labels` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`name`, `labels`)
);
--> statement-breakpoint
CREATE TABLE `status_day` (
	`day` integer NOT NULL,
	`part` text NOT NULL,
	`minutes` integer NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`day`, `part`)
);
--> statement-breakpoint
CREATE TABLE `option_count` (
	`id` integer PRIMARY KEY NOT NULL,
	`receipt_no` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `option_day` (
	`day` text NOT NULL,
	`symbol` text NOT NULL,
	`seconds` integer NOT NULL,
	`decided` integer NOT NULL,
	`staked` text NOT NULL,
	`paid` text NOT NULL,
	`evens` integer NOT NULL,
	`voids` integer NOT NULL,
	`on_time` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `symbol`, `seconds`)
);
--> statement-breakpoint
CREATE TABLE `option_duration` (
	`symbol` text NOT NULL,
	`seconds` integer NOT NULL,
	`ratio` text NOT NULL,
	`stake_min` text NOT NULL,
	`stake_max` text NOT NULL,
	PRIMARY KEY(`symbol`, `seconds`),
	FOREIGN KEY (`symbol`) REFERENCES `option_term`(`symbol`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "option_duration_seconds" CHECK("option_duration"."seconds" BETWEEN 5 AND 86400)
);
--> statement-breakpoint
CREATE TABLE `option_term` (
	`symbol` text PRIMARY KEY NOT NULL,
	`fee` text NOT NULL,
	`user_max` text NOT NULL,
	`exposure_max` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`symbol`) REFERENCES `pair`(`symbol`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `message_failure` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`way` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "message_failure_way" CHECK("message_failure"."way" in ('mail', 'sms', 'push'))
);
--> statement-breakpoint
CREATE INDEX `message_failure_by_time` ON `message_failure` (`at`);--> statement-breakpoint
CREATE TABLE `outbox_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "outbox_message_channel" CHECK("outbox_message"."channel" in ('mail', 'sms'))
);
--> statement-breakpoint
CREATE INDEX `outbox_message_by_time` ON `outbox_message` (`created_at`);--> statement-breakpoint
CREATE TABLE `notice_owed` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `coupon` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text,
	`kind` text NOT NULL,
	`terms` text NOT NULL,
	`stock` integer NOT NULL,
	`claimed` integer DEFAULT 0 NOT NULL,
	`use_within_days` integer NOT NULL,
	`claim_from` integer NOT NULL,
	`claim_until` integer NOT NULL,
	`is_listed` integer DEFAULT false NOT NULL,
	`is_welcome` integer DEFAULT false NOT NULL,
	`is_enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "coupon_stock" CHECK("coupon"."claimed" between 0 and "coupon"."stock")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_code_unique` ON `coupon` (`code`);--> statement-breakpoint
CREATE INDEX `coupon_open` ON `coupon` (`is_listed`,`is_enabled`);--> statement-breakpoint
CREATE TABLE `coupon_claim` (
	`ref` text PRIMARY KEY NOT NULL,
	`coupon_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	`command_id` text DEFAULT '' NOT NULL,
	`is_owed` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_claim_once` ON `coupon_claim` (`coupon_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_claim_by_user` ON `coupon_claim` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_claim_owed` ON `coupon_claim` (`is_owed`) WHERE is_owed = 1;--> statement-breakpoint
CREATE TABLE `referral` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`inviter_id` integer NOT NULL,
	`volume` text NOT NULL,
	`rebate` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quiz_answer` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`answer` integer NOT NULL,
	`evidence` text NOT NULL,
	`decided_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `quiz_event`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quiz_answer_option" CHECK("quiz_answer"."answer" BETWEEN 0 AND 6)
);
--> statement-breakpoint
CREATE TABLE `quiz_event` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset` text NOT NULL,
	`option_count` integer NOT NULL,
	`fee` text NOT NULL,
	`stake_min` text NOT NULL,
	`stake_max` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`is_published` integer DEFAULT false NOT NULL,
	`sort` integer NOT NULL,
	`bets_receipt_id` text,
	`bets_committed_at` integer,
	CONSTRAINT "quiz_event_options" CHECK("quiz_event"."option_count" BETWEEN 2 AND 6),
	CONSTRAINT "quiz_event_times" CHECK("quiz_event"."closes_at" > "quiz_event"."opens_at")
);
--> statement-breakpoint
CREATE TABLE `quiz_objection` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`round` integer DEFAULT 1 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`reply` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `quiz_event`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `quiz_text` (
	`event_id` integer NOT NULL,
	`language` text NOT NULL,
	`question` text NOT NULL,
	`source` text NOT NULL,
	`option_1` text NOT NULL,
	`option_2` text NOT NULL,
	`option_3` text DEFAULT '' NOT NULL,
	`option_4` text DEFAULT '' NOT NULL,
	`option_5` text DEFAULT '' NOT NULL,
	`option_6` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`event_id`, `language`),
	FOREIGN KEY (`event_id`) REFERENCES `quiz_event`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `receipt` (
	`no` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`rule` text NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	`insurance` text DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_id_unique` ON `receipt` (`id`);--> statement-breakpoint
CREATE INDEX `receipt_by_rule` ON `receipt` (`rule`,`no`);--> statement-breakpoint
CREATE INDEX `receipt_of_insurance` ON `receipt` (`no`) WHERE "receipt"."insurance" <> '0';--> statement-breakpoint
CREATE TABLE `trade_receipt` (
	`symbol` text NOT NULL,
	`first_trade_no` integer NOT NULL,
	`last_trade_no` integer NOT NULL,
	`receipt_id` text NOT NULL,
	PRIMARY KEY(`symbol`, `first_trade_no`)
);
--> statement-breakpoint
CREATE TABLE `review` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`round` integer DEFAULT 1 NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text DEFAULT '' NOT NULL,
	`asset_id` integer,
	`amount` text,
	`summary` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`opened_at` integer NOT NULL,
	`claimed_by` integer,
	`claimed_at` integer,
	`decided_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`resolved_at` integer,
	`resolve_refusal` text,
	CONSTRAINT "review_state" CHECK("review"."state" in ('open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_of_subject` ON `review` (`kind`,`subject_id`,`round`);--> statement-breakpoint
CREATE INDEX `review_by_queue` ON `review` (`kind`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `review_by_user` ON `review` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `review_to_resolve` ON `review` (`decided_at`) WHERE state in ('approved', 'rejected') and resolved_at is null;--> statement-breakpoint
CREATE TABLE `review_decision` (
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`command_id` text NOT NULL,
	PRIMARY KEY(`review_id`, `staff_id`),
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_decision_verdict" CHECK("review_decision"."verdict" in ('approve', 'reject'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_decision_command_id_unique` ON `review_decision` (`command_id`);--> statement-breakpoint
CREATE TABLE `review_note` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`command_id` text NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_note_command_id_unique` ON `review_note` (`command_id`);--> statement-breakpoint
CREATE INDEX `review_note_by_review` ON `review_note` (`review_id`,`id`);--> statement-breakpoint
CREATE TABLE `screening` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`edition` text NOT NULL,
	`state` text NOT NULL,
	`hits_sealed` text NOT NULL,
	`at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "screening_state" CHECK("screening"."state" in ('clear', 'open', 'cleared', 'confirmed'))
);
--> statement-breakpoint
CREATE INDEX `screening_of_subject` ON `screening` (`kind`,`subject_id`,`at`);--> statement-breakpoint
CREATE INDEX `screening_by_user` ON `screening` (`user_id`) WHERE state <> 'clear';--> statement-breakpoint
CREATE TABLE `screening_entry` (
	`list_id` integer NOT NULL,
	`no` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`list_id`, `no`)
);
--> statement-breakpoint
CREATE TABLE `screening_key` (
	`list_id` integer NOT NULL,
	`key` text NOT NULL,
	`names` text NOT NULL,
	PRIMARY KEY(`list_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `screening_list` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`published` text NOT NULL,
	`digest` text NOT NULL,
	`entries` integer NOT NULL,
	`index_rows` integer NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`current_at` integer,
	CONSTRAINT "screening_list_state" CHECK("screening_list"."state" in ('loading', 'current', 'past'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `screening_list_current` ON `screening_list` (`source`) WHERE state = 'current';--> statement-breakpoint
CREATE TABLE `screening_pass` (
	`edition` text PRIMARY KEY NOT NULL,
	`part` integer DEFAULT 0 NOT NULL,
	`after` integer DEFAULT 0 NOT NULL,
	`checked` integer DEFAULT 0 NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`user_id` integer NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkey_by_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenge` (
	`challenge` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer,
	`origin` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenge_by_expiry` ON `passkey_challenge` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenge_by_user` ON `passkey_challenge` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`)
);
--> statement-breakpoint
CREATE TABLE `totp` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stock` (
	`symbol` text PRIMARY KEY NOT NULL,
	`exchange` text NOT NULL,
	`sector` text NOT NULL,
	`is_halted` integer DEFAULT false NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`symbol`) REFERENCES `pair`(`symbol`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `stock_action` (
	`id` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`new_shares` integer NOT NULL,
	`old_shares` integer NOT NULL,
	`paid_per_share` text NOT NULL,
	`new_code` text DEFAULT '' NOT NULL,
	`new_name` text DEFAULT '' NOT NULL,
	`is_called_off` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`state` text DEFAULT 'scheduled' NOT NULL,
	`last_tick` text,
	`last_ticks` integer DEFAULT 0 NOT NULL,
	`done_to` integer DEFAULT 0 NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`symbol`) REFERENCES `stock`(`symbol`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_action_ratio" CHECK("stock_action"."new_shares" between 0 and 1000 and "stock_action"."old_shares" between 0 and 1000)
);
--> statement-breakpoint
CREATE INDEX `stock_action_of` ON `stock_action` (`symbol`,`day`);--> statement-breakpoint
CREATE INDEX `stock_action_open` ON `stock_action` (`day`) WHERE "stock_action"."state" <> 'done';--> statement-breakpoint
CREATE TABLE `support_hours` (
	`weekday` integer PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `support_note` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` text NOT NULL,
	`staff_id` integer NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_thread`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `support_reply` (
	`name` text NOT NULL,
	`language` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`name`, `language`)
);
--> statement-breakpoint
CREATE TABLE `support_thread` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`guest_id` text,
	`topic` text NOT NULL,
	`language` text NOT NULL,
	`staff_id` integer,
	`opened_at` integer NOT NULL,
	`waiting_since` integer,
	`first_answer_at` integer,
	`closed_at` integer,
	`answered_no` integer DEFAULT 0 NOT NULL,
	`read_no` integer DEFAULT 0 NOT NULL,
	`stars` integer,
	`comment` text DEFAULT '' NOT NULL,
	CONSTRAINT "support_thread_owner" CHECK("support_thread"."user_id" is not null or "support_thread"."guest_id" is not null),
	CONSTRAINT "support_thread_stars" CHECK("support_thread"."stars" is null or "support_thread"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE INDEX `support_thread_by_user` ON `support_thread` (`user_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `support_thread_by_guest` ON `support_thread` (`guest_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `support_thread_by_wait` ON `support_thread` (`closed_at`,`waiting_since`);--> statement-breakpoint
CREATE TABLE `upload` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`is_public` integer NOT NULL,
	`content_type` text NOT NULL,
	`byte_count` integer NOT NULL,
	`digest` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `upload_by_user` ON `upload` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `upload_by_digest` ON `upload` (`digest`,`user_id`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`level` integer NOT NULL,
	`state` text NOT NULL,
	`id_type` text,
	`country` text,
	`name` text,
	`number_sealed` text,
	`number_hash` text,
	`front_image` text,
	`reverse_image` text,
	`reason` text DEFAULT '' NOT NULL,
	`submitted_at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "verification_level" CHECK("verification"."level" in (1, 2)),
	CONSTRAINT "verification_state" CHECK("verification"."state" in ('under_review', 'passed', 'failed')),
	CONSTRAINT "verification_content" CHECK(("verification"."level" = 1 and "verification"."number_hash" is not null and "verification"."name" is not null)
        or ("verification"."level" = 2 and "verification"."front_image" is not null and "verification"."reverse_image" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_live` ON `verification` (`user_id`,`level`) WHERE state in ('under_review', 'passed');--> statement-breakpoint
CREATE UNIQUE INDEX `verification_document` ON `verification` (`number_hash`) WHERE state = 'passed';--> statement-breakpoint
CREATE INDEX `verification_by_document` ON `verification` (`number_hash`);--> statement-breakpoint
CREATE INDEX `verification_by_user` ON `verification` (`user_id`,`submitted_at`);
--> statement-breakpoint
-- Triggers and first rows, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- User ids start at 10001, so that no id is mistaken for a small wire constant (asset, wallet, category).
INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 10000);
--> statement-breakpoint
-- Articles of operators start beyond those that the product may still bring.
INSERT INTO sqlite_sequence (name, seq) VALUES ('news', 1000);
--> statement-breakpoint
-- A text that an operator rewrites follows the product no more; the seed alone writes `seeded`.
CREATE TRIGGER news_text_rewritten AFTER UPDATE OF title, abstract, content ON news_text WHEN new.seeded IS old.seeded BEGIN
  UPDATE news_text SET seeded = NULL WHERE news_id = new.news_id AND language = new.language;
END;
--> statement-breakpoint
CREATE TRIGGER site_text_rewritten AFTER UPDATE OF title, content ON site_text WHEN new.seeded IS old.seeded BEGIN
  UPDATE site_text SET seeded = NULL WHERE kind = new.kind AND language = new.language;
END;
--> statement-breakpoint
INSERT INTO `count_total` (`id`, `revision`, `sums`, `heard`) VALUES (1, 0, '[]', '[]');
--> statement-breakpoint
-- A claim counts itself, in the statement that makes it: a CHECK then keeps the stock whatever happens at once.
CREATE TRIGGER coupon_claim_counts AFTER INSERT ON coupon_claim BEGIN
  UPDATE coupon SET claimed = claimed + 1 WHERE id = NEW.coupon_id;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_edited` BEFORE UPDATE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_never_deleted` BEFORE DELETE ON `audit_entry` BEGIN SELECT raise(ABORT, 'the audit log is never edited'); END;
--> statement-breakpoint
-- INSERT OR REPLACE takes a line away without a DELETE that a trigger would see. Refused in the words of the constraint that it would pass:
-- whoever writes a line knows by them that another came first.
CREATE TRIGGER `audit_entry_never_replaced` BEFORE INSERT ON `audit_entry` WHEN EXISTS (SELECT 1 FROM `audit_entry` WHERE `seq` = new.`seq`) OR EXISTS (SELECT 1 FROM `audit_entry` WHERE `command_id` = new.`command_id`) BEGIN SELECT raise(ABORT, 'UNIQUE constraint failed: audit_entry.seq, audit_entry.command_id: the audit log is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `correction_never_edited` BEFORE UPDATE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `correction_never_deleted` BEFORE DELETE ON `correction` BEGIN SELECT raise(ABORT, 'a correction is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_decision_never_edited` BEFORE UPDATE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_decision_never_deleted` BEFORE DELETE ON `review_decision` BEGIN SELECT raise(ABORT, 'a decision is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_note_never_edited` BEFORE UPDATE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `review_note_never_deleted` BEFORE DELETE ON `review_note` BEGIN SELECT raise(ABORT, 'a note is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `proposal_never_edited` BEFORE UPDATE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;
--> statement-breakpoint
CREATE TRIGGER `proposal_never_deleted` BEFORE DELETE ON `proposal` BEGIN SELECT raise(ABORT, 'a proposal is never edited'); END;
--> statement-breakpoint
-- Nobody is at work without an authenticator app or a passkey: the code asks for it, and the tables hold it.
CREATE TRIGGER `staff_second_factor_kept` BEFORE UPDATE ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = new.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
CREATE TRIGGER `staff_second_factor_from_the_start` BEFORE INSERT ON `staff` WHEN new.`state` = 'active' AND new.`totp_secret` IS NULL BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
CREATE TRIGGER `staff_last_passkey_kept` BEFORE DELETE ON `staff_passkey` WHEN EXISTS (SELECT 1 FROM `staff` WHERE `id` = old.`staff_id` AND `state` = 'active' AND `totp_secret` IS NULL) AND NOT EXISTS (SELECT 1 FROM `staff_passkey` WHERE `staff_id` = old.`staff_id` AND `id` <> old.`id`) BEGIN SELECT raise(ABORT, 'somebody at work has a second factor'); END;
--> statement-breakpoint
-- Whoever changes an answer opens the time for objections again.
CREATE TRIGGER quiz_answer_changed AFTER UPDATE OF answer, evidence ON quiz_answer
WHEN new.answer <> old.answer OR new.evidence <> old.evidence BEGIN
  UPDATE quiz_answer SET decided_at = unixepoch() * 1000 WHERE event_id = new.event_id AND settled_at IS NULL;
END;
--> statement-breakpoint
-- What was paid by stays the answer, and so does what nobody may object to any more: accounts may be paid by it already.
CREATE TRIGGER quiz_answer_stands BEFORE UPDATE OF answer, evidence ON quiz_answer
WHEN old.settled_at IS NOT NULL OR (
  old.decided_at <= unixepoch() * 1000 - 86400000
  AND old.decided_at >= (SELECT closes_at FROM quiz_event WHERE id = old.event_id)
  AND NOT EXISTS (SELECT 1 FROM quiz_objection WHERE event_id = old.event_id AND state = 'open')
) BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- What was called off stays so: taken up again after its day it would be carried out by a price of the past.
CREATE TRIGGER stock_action_stays_called_off BEFORE UPDATE OF is_called_off ON stock_action
WHEN old.is_called_off = 1 AND new.is_called_off = 0 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Nobody takes an event away once it has begun: bettors would have nothing to object to.
CREATE TRIGGER quiz_event_stays_published BEFORE UPDATE OF is_published ON quiz_event
WHEN old.is_published = 1 AND new.is_published = 0 AND old.opens_at <= unixepoch() * 1000 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A sale names the version of the terms that it was made under.
CREATE TRIGGER nft_term_counted AFTER UPDATE OF commission, royalty_min, royalty_max, margin_rate ON nft_term BEGIN
  UPDATE nft_term SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER nft_series_committed BEFORE UPDATE OF root, committed_at, is_ready ON nft_series WHEN old.root IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series is committed to once');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_committed BEFORE UPDATE ON nft_prize WHEN old.position IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_kept BEFORE DELETE ON nft_prize WHEN old.position IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
CREATE TRIGGER nft_prize_complete BEFORE INSERT ON nft_prize WHEN (SELECT root FROM nft_series WHERE id = new.series_id) IS NOT NULL BEGIN
  SELECT raise(ABORT, 'the order of a series never changes');
END;
--> statement-breakpoint
-- A deposit that has ended gives its part of the quota back, once, however often and in whatever order its account tells of it.
CREATE TRIGGER mining_due_ended AFTER UPDATE OF is_live ON mining_due WHEN old.is_live = 1 AND new.is_live = 0 BEGIN
  UPDATE supply_taken SET returned = returned + new.steps WHERE product = 'mining' AND item = CAST(new.product_id AS TEXT);
END;
--> statement-breakpoint
CREATE TRIGGER mining_due_ended_already AFTER INSERT ON mining_due WHEN new.is_live = 0 BEGIN
  UPDATE supply_taken SET returned = returned + new.steps WHERE product = 'mining' AND item = CAST(new.product_id AS TEXT);
END;
