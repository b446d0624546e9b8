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
ALTER TABLE `user` ADD `is_promotion_owed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `user_by_promotion_owed` ON `user` (`is_promotion_owed`) WHERE is_promotion_owed = 1;--> statement-breakpoint
-- A claim counts itself, in the statement that makes it: a CHECK then keeps the stock whatever happens at once.
CREATE TRIGGER coupon_claim_counts AFTER INSERT ON coupon_claim BEGIN
  UPDATE coupon SET claimed = claimed + 1 WHERE id = NEW.coupon_id;
END;
--> statement-breakpoint
-- Who was invited before rebates were paid: their Accounts hear of it with the next sweep.
UPDATE `user` SET `is_promotion_owed` = 1 WHERE `inviter_id` IS NOT NULL;
