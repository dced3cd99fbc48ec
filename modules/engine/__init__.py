"""The engine that rules are written in: boards, tables, orders, requests, the driver. It knows no game."""
