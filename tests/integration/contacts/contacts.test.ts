import { GET as contacts } from "@/app/api/customer-service/route";
import { contactHref } from "@/lib/contacts/rules";
import type { ContactDto } from "@/lib/contacts/schema";
import { prisma } from "@/lib/platform/db";
import { defaultContacts } from "@/prisma/seed/contacts";
import { callRoute } from "@/tests/support/api";

const list = () => callRoute<{ services: ContactDto[] }>(contacts);

afterEach(async () => {
  await prisma.customerService.deleteMany();
});

it("is an empty list where staff have entered nothing", async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, services: [] });
});

it("gives the active ones in their order, with every field of the popup", async () => {
  const common = { link: "help@example.com", linkType: "email" } as const;
  await prisma.customerService.createMany({
    data: [
      { ...common, title: "third", order: 30 },
      { ...common, title: "hidden", order: 5, isActive: false },
      {
        ...common,
        title: "first",
        order: 10,
        description: "Weekdays",
        icon: "email",
        iconType: "other",
      },
      { ...common, title: "second", order: 20 },
    ],
  });
  const { body } = await list();
  expect(body.services.map(({ title }) => title)).toEqual(["first", "second", "third"]);
  expect(body.services[0]).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: "first",
    description: "Weekdays",
    link: "help@example.com",
    linkType: "email",
    icon: "email",
    iconType: "other",
    order: 10,
  });
});

it("starts with contacts that exist on every new site", async () => {
  await prisma.customerService.createMany({ data: defaultContacts });
  const { body } = await list();
  expect(body.services).toHaveLength(defaultContacts.length);
  for (const { link, linkType } of body.services) {
    expect(linkType).toBe("internal");
    expect(contactHref(link, linkType)).toBe(link);
  }
});
