// Imported before the configuration is read.
process.env.REAL_MONEY = "1";
process.env.APP_URL = "https://site.test";
