import { DELETE, PUT } from "@/app/api/admin/customer-service/[id]/route";
import { PATCH as toggle } from "@/app/api/admin/customer-service/[id]/toggle-status/route";
import { PUT as reorder } from "@/app/api/admin/customer-service/reorder/route";
import { GET, POST } from "@/app/api/admin/customer-service/route";
import { GET as contacts, GET as popup } from "@/app/api/customer-service/route";
import { contactHref } from "@/lib/contacts/rules";
import type { ContactDto } from "@/lib/contacts/schema";
import type { AdminContactDto, AdminContactList } from "@/lib/contacts/staff-schema";
import { prisma } from "@/lib/platform/db";
import { defaultContacts } from "@/prisma/seed/contacts";
import { formOf, pngImage } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
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

describe("the contacts of staff", () => {
  const CHAT = { title: "Chat", link: "/chat", linkType: "internal" };

  let token: string;
  let staff: Awaited<ReturnType<typeof signedInAdmin>>;
  beforeEach(async () => {
    await prisma.customerService.deleteMany();
    staff = await signedInAdmin({ permissions: ["content"] });
    token = staff.token;
  });

  type One = { service: AdminContactDto };
  const list = async (as = token) => (await callRoute<AdminContactList>(GET, { token: as })).body;
  const add = (body: unknown, idempotencyKey?: string) =>
    callRoute<One>(POST, { token, body, idempotencyKey });
  const change = (id: string, body: unknown) =>
    callRoute<One>(PUT, { method: "PUT", token, params: { id }, body });
  const switchStatus = (id: string, body?: unknown) =>
    callRoute<One>(toggle, { method: "PATCH", token, params: { id }, body });
  const order = (body: unknown, as = token) =>
    callRoute<AdminContactList>(reorder, { method: "PUT", token: as, body });
  const titles = ({ services }: { services: { title: string }[] }) =>
    services.map(({ title }) => title);
  const shown = async () => (await callRoute<{ services: ContactDto[] }>(popup)).body.services;

  async function addThree(): Promise<string[]> {
    const ids: string[] = [];
    for (const title of ["one", "two", "three"]) {
      ids.push((await add({ ...CHAT, title })).body.service._id);
    }
    return ids;
  }

  it("adds contacts at the end of the list, as form or JSON, once a key", async () => {
    const first = await add(CHAT, "contact-key-1");
    expect(first.status).toBe(201);
    expect(first.body.service).toEqual({
      ...CHAT,
      _id: expect.any(String),
      description: "",
      icon: "",
      iconType: "other",
      order: 1,
      isActive: true,
      updatedAt: expect.any(String),
    });
    expect((await add(CHAT, "contact-key-1")).body.service._id).toBe(first.body.service._id);
    const form = formOf({
      ...CHAT,
      title: "Form",
      isActive: "false",
      icon: await pngImage(500, 400),
    });
    const second = await add(form);
    expect(second.body.service).toMatchObject({ order: 2, isActive: false, iconType: "url" });
    expect(second.body.service.icon).toMatch(/^\/api\/files\//);
    const file = await prisma.storedFile.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect([file.purpose, file.visibility, file.width]).toEqual(["contact-icon", "public", 160]);
    expect(titles(await list())).toEqual(["Chat", "Form"]);
    expect(titles({ services: await shown() })).toEqual(["Chat"]);
  });

  it("takes yes and no as forms write them, and a blank place as none", async () => {
    await addThree();
    const added = await add(formOf({ ...CHAT, title: "four", order: "", isActive: "False" }));
    expect(added.body.service).toMatchObject({ order: 4, isActive: false });
    const { _id } = added.body.service;
    const kept = await change(_id, formOf({ order: "", isActive: "on" }));
    expect(kept.body.service).toMatchObject({ order: 4, isActive: true });
    expect((await change(_id, { order: 3_000_000_000 })).status).toBe(422);
    const wrong = await change(_id, { isActive: "perhaps", order: "first" });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      {
        order: ["Please enter a whole number of at most 1000000"],
        isActive: ["Please enter true or false"],
      },
    ]);
  });

  it("puts the contacts that a list names first, and the others after them", async () => {
    const [one, two, three] = await addThree();
    const { body } = await order({ services: [three, two] });
    expect(body.services.map(({ _id, order }) => [_id, order])).toEqual([
      [three, 1],
      [two, 2],
      [one, 3],
    ]);
    const blank = await order({ services: body.services.map(({ _id }) => ({ _id, order: null })) });
    expect(titles(blank.body)).toEqual(["three", "two", "one"]);
  });

  it.each([
    ["no title", { ...CHAT, title: " " }, "title", "Please enter a title"],
    ["no link", { ...CHAT, link: "" }, "link", "Please enter a link"],
    [
      "a kind of link that is none",
      { ...CHAT, linkType: "fax" },
      "linkType",
      "Please choose a kind of link",
    ],
    [
      "a script as a link",
      { ...CHAT, linkType: "url", link: "javascript:alert(1)" },
      "link",
      "Enter a web address such as https://t.me/support",
    ],
    [
      "a link of another kind",
      { ...CHAT, linkType: "email" },
      "link",
      "Enter an email address such as help@example.com",
    ],
    [
      "a picture that pages may not load",
      { ...CHAT, iconType: "url", icon: "http://example.com/a.png" },
      "icon",
      "Enter an address that begins with https://",
    ],
  ])("refuses %s", async (_, body, field, message) => {
    const answer = await add(body);
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }]);
  });

  it("refuses icons that are no images or too large", async () => {
    const bad = await add(formOf({ ...CHAT, icon: Buffer.from("<svg/>") }));
    expect([bad.status, bad.body.message]).toEqual([415, "Unsupported file format"]);
    const large = await add(formOf({ ...CHAT, icon: Buffer.alloc(10 * 1024 * 1024 + 1) }));
    expect([large.status, large.body.message]).toEqual([413, "File size exceeds limit"]);
  });

  it("changes a contact, each field alone, and its link with its kind", async () => {
    const { _id } = (await add({ ...CHAT, icon: "chat" })).body.service;
    expect((await change(_id, { title: "Ask us" })).body.service).toMatchObject({
      title: "Ask us",
      link: "/chat",
      icon: "chat",
    });
    const half = await change(_id, { linkType: "phone" });
    expect([half.status, half.body.errors]).toEqual([
      422,
      { link: ["Enter a phone number such as +44 20 7946 0000"] },
    ]);
    const whole = await change(_id, { linkType: "phone", link: "+44 20 7946 0000" });
    expect(whole.status).toBe(200);
    const form = await change(_id, formOf({ icon: await pngImage() }));
    expect(form.body.service.icon).toMatch(/^\/api\/files\//);
    expect((await change(_id, { description: "Day and night" })).body.service.icon).toBe(
      form.body.service.icon,
    );
    expect((await change(_id, { icon: "phone", iconType: "other" })).body.service.icon).toBe(
      "phone",
    );
    expect(await prisma.customerService.findFirst({ where: { id: _id } })).toMatchObject({
      iconFileId: null,
    });
    const [before, after] = await prisma.auditEntry.findMany({
      where: { actorId: staff.user.id, action: "contact.update" },
      orderBy: { seq: "asc" },
    });
    expect(before).toMatchObject({ before: { title: "Chat" }, after: { title: "Ask us" } });
    expect(after).toMatchObject({ after: { linkType: "phone" } });
  });

  it("does not overwrite what somebody else changed since", async () => {
    const { _id, updatedAt } = (await add(CHAT)).body.service;
    expect((await change(_id, { title: "Mine", updatedAt })).status).toBe(200);
    const late = await change(_id, { title: "Yours", updatedAt });
    expect([late.status, late.body.message]).toEqual([
      409,
      `${staff.user.username} has changed this contact in the meantime. Please look at it again.`,
    ]);
  });

  it("shows and hides a contact, and deletes it", async () => {
    const { _id } = (await add(CHAT)).body.service;
    expect((await switchStatus(_id)).body.service.isActive).toBe(false);
    expect(await shown()).toEqual([]);
    expect((await switchStatus(_id, { isActive: false })).body.service.isActive).toBe(false);
    expect((await switchStatus(_id)).body.service.isActive).toBe(true);
    expect(await shown()).toHaveLength(1);
    const remove = () => callRoute(DELETE, { method: "DELETE", token, params: { id: _id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await switchStatus(_id)).status).toBe(404);
    expect((await change(_id, { title: "x" })).status).toBe(404);
  });

  describe("the order", () => {
    it("is changed by a list of ids or of items, which users see", async () => {
      const [one, two, three] = await addThree();
      const answer = await order({ services: [three, one, two] });
      expect([answer.status, titles(answer.body)]).toEqual([200, ["three", "one", "two"]]);
      expect(titles({ services: await shown() })).toEqual(["three", "one", "two"]);
      const items = [
        { _id: one, order: 3, title: "ignored" },
        { id: two, order: 1 },
        { _id: three, order: 2 },
      ];
      expect(titles((await order({ services: items })).body)).toEqual(["two", "three", "one"]);
    });

    it.each([
      ["nothing", {}],
      ["an empty list", { services: [] }],
      ["what is no id", { services: ["x"] }],
      ["a contact that does not exist", { services: ["01920000-0000-7000-8000-000000000000"] }],
    ])("is not changed by %s", async (_, body) => {
      await addThree();
      expect((await order(body)).status).toBe(422);
      expect(titles(await list())).toEqual(["one", "two", "three"]);
    });

    it("is not changed by a list with a contact twice", async () => {
      const [one, two] = await addThree();
      expect((await order({ services: [one, two, one] })).status).toBe(422);
    });

    it("goes to one of two who change it at once; the other gets 409 and the list as it is", async () => {
      const [one, two, three] = await addThree();
      const other = await signedInAdmin({ permissions: ["content"] });
      const { version } = await list();
      const answers = await Promise.all([
        order({ services: [three, two, one], version }),
        order({ services: [two, one, three], version }, other.token),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const now = await list();
      const [first] = answers.filter(({ status }) => status === 200);
      const [second] = answers.filter(({ status }) => status === 409);
      const winner = first === answers[0] ? staff.user.username : other.user.username;
      expect(titles(now)).toEqual(titles(first!.body));
      expect(second!.body.services).toEqual(now.services);
      expect(second!.body.version).toBe(now.version);
      expect(second!.body.message).toContain(winner);
      const again = await order({ services: [one, two, three], version: second!.body.version });
      expect(again.status).toBe(200);
    });

    it("is not disturbed by another change of a contact, but by a new one", async () => {
      const ids = await addThree();
      const { version } = await list();
      await change(ids[0] ?? "", { title: "uno" });
      const services = [...ids].reverse();
      expect((await order({ services, version })).status).toBe(200);
      const next = (await list()).version;
      await add(CHAT);
      expect((await order({ services, version: next })).status).toBe(409);
    });
  });

  it("is for staff of the area; those who may read everything see it", async () => {
    const { _id } = (await add(CHAT)).body.service;
    const others = await signedInAdmin({
      permissions: ["users", "support", "finance", "settings"],
    });
    const reader = await signedInAdmin({ permissions: ["read"] });
    expect((await callRoute(GET, { token: reader.token })).status).toBe(200);
    for (const caller of [others.token, (await signedInUser()).token]) {
      expect((await callRoute(GET, { token: caller })).status).toBe(403);
    }
    for (const caller of [others.token, reader.token]) {
      const params = { params: { id: _id }, token: caller };
      const answers = await Promise.all([
        callRoute(POST, { token: caller, body: CHAT }),
        callRoute(PUT, { method: "PUT", ...params, body: { title: "x" } }),
        callRoute(DELETE, { method: "DELETE", ...params }),
        callRoute(toggle, { method: "PATCH", ...params, body: {} }),
        order({ services: [_id] }, caller),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await callRoute(GET)).status).toBe(401);
  });
});
