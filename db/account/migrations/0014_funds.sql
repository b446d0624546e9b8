CREATE TABLE `conversion` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`command_id` text NOT NULL,
	`from_asset_id` integer NOT NULL,
	`to_asset_id` integer NOT NULL,
	`given` text NOT NULL,
	`fee` text NOT NULL,
	`received` text NOT NULL,
	`basis` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deposit_credit` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`recalled` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "deposit_credit_amount" CHECK(typeof("deposit_credit"."amount") = 'text' AND ("deposit_credit"."amount" = '0' OR ("deposit_credit"."amount" GLOB '[1-9]*' AND "deposit_credit"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "deposit_credit_recalled" CHECK(typeof("deposit_credit"."recalled") = 'text' AND ("deposit_credit"."recalled" = '0' OR ("deposit_credit"."recalled" GLOB '[1-9]*' AND "deposit_credit"."recalled" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "deposit_credit_state" CHECK("deposit_credit"."state" IN ('credited', 'recalled', 'kept', 'returned'))
);
--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`btc_value` text NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "withdrawal_amount" CHECK(typeof("withdrawal"."amount") = 'text' AND ("withdrawal"."amount" = '0' OR ("withdrawal"."amount" GLOB '[1-9]*' AND "withdrawal"."amount" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_fee" CHECK(typeof("withdrawal"."fee") = 'text' AND ("withdrawal"."fee" = '0' OR ("withdrawal"."fee" GLOB '[1-9]*' AND "withdrawal"."fee" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_btc_value" CHECK(typeof("withdrawal"."btc_value") = 'text' AND ("withdrawal"."btc_value" = '0' OR ("withdrawal"."btc_value" GLOB '[1-9]*' AND "withdrawal"."btc_value" NOT GLOB '*[^0-9]*'))),
	CONSTRAINT "withdrawal_state" CHECK("withdrawal"."state" IN ('held', 'captured', 'released', 'void'))
);
--> statement-breakpoint
CREATE INDEX `withdrawal_by_time` ON `withdrawal` (`at`);